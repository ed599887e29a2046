"""What an expression may cost: what could keep a loop waiting is refused, and what people write is not."""

from __future__ import annotations

import time
from typing import Any

import pytest

from duotone.errors import BadExpression, BadWorkflow
from duotone.runtime.workflow import loads
from duotone.runtime.workflow.expressions import compiled

LONGEST = 0.1
"""Seconds of the processor for which a loop may be held up."""


def scope(**inputs: Any) -> dict[str, Any]:
    return {"inputs": inputs, "steps": {}, "matrix": {}, "run": {}}


def doubled(times: int, first: str) -> str:
    """Return an expression that doubles something again and again."""
    text = first
    for _ in range(times):
        text = f"[{text}].map(x, x + x)[0]"
    return text


ATTACKS: dict[str, tuple[str, dict[str, Any]]] = {
    "copies of a long list": ("inputs.many.map(x, x)", {"many": list(range(9_000))}),
    "filters of a long list": ("inputs.many.filter(x, x > 0)", {"many": list(range(9_000))}),
    "lists inside of lists": ("inputs.many.map(x, inputs.many.map(y, x + y))", {"many": list(range(400))}),
    "lists in a row": (f"({' + '.join(['inputs.many'] * 25)}).map(x, x)", {"many": list(range(100))}),
    "values that double": (doubled(8, "inputs.many"), {"many": list(range(90_000))}),
    "texts that double": (doubled(8, "inputs.text"), {"text": "a" * 100_000}),
    "lists that double": (doubled(8, "inputs.many") + ".map(x, x)", {"many": list(range(500))}),
    "a long text for each element": ("inputs.many.exists(x, inputs.text.contains('b'))", {"many": list(range(9_000))}),
    "a long text again and again": (" || ".join(["size(inputs.text) == 1"] * 180), {}),
    "letters of a long text": ("inputs.text.split('').map(x, x)", {}),
    "replaced by what is given": ("inputs.text.replace('a', inputs.text)", {"text": "a" * 20_000}),
    "joined for each element": ("inputs.many.map(x, inputs.text).join('')", {"many": list(range(500))}),
    "a pattern on a long text": (" || ".join(["inputs.text.matches('(((a{1,9}){1,9}){1,9})b')"] * 20), {}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_could_keep_others_waiting_is_refused_before_it_begins(name: str) -> None:
    text, inputs = ATTACKS[name]
    given = scope(**{"text": "a" * 1_000_000, **inputs})
    begun = time.process_time()
    with pytest.raises(BadExpression, match="let a step do it"):
        compiled(text)(given)
    assert time.process_time() - begun < LONGEST


def test_what_is_costly_whatever_it_is_given_is_refused_when_the_workflow_is_read() -> None:
    bomb = "'aaaaaaaaaa'" + ".replace('a', 'aaaaaaaaaa')" * 20
    flow = f'name: bomb\nsteps:\n  - {{id: a, function: f, if: "size({bomb}) > 1"}}\n'
    with pytest.raises(
        BadWorkflow, match=r"could come to [\d,]+ characters or values, and the most is 5,000,000; let a step do it"
    ):
        loads(flow, files=False)


HARMLESS: dict[str, tuple[str, dict[str, Any], Any]] = {
    "a list of a thousand": ("size(inputs.many.map(x, x * 2))", {"many": list(range(1_000))}, 1_000),
    "a list of many that is asked": ("inputs.many.exists(x, x == 8999)", {"many": list(range(9_000))}, True),
    "rows with a text of each": (
        "inputs.rows.filter(row, row.price > inputs.limit).map(row, row.name + ': ' + row.text)[0]",
        {"rows": [{"name": "tea", "price": 3, "text": "x" * 300} for _ in range(900)], "limit": 2},
        "tea: " + "x" * 300,
    ),
    "a long text": ("inputs.text.replace('a', 'b').startsWith('b')", {"text": "a" * 200_000}, True),
    "a very long text": ("size(inputs.text) > 10 && inputs.text.contains('a')", {"text": "a" * 3_000_000}, True),
    "a lot of data": ("inputs.many[7] + 1", {"many": list(range(50_000))}, 8),
    "some of each": (
        "inputs.a.map(x, inputs.b.filter(y, y.of == x.id).size())",
        {"a": [{"id": number} for number in range(50)], "b": [{"of": number % 50} for number in range(100)]},
        [2] * 50,
    ),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_people_write_is_evaluated_in_no_time(name: str) -> None:
    text, inputs, expected = HARMLESS[name]
    program = compiled(text)
    begun = time.process_time()
    assert program(scope(**inputs)) == expected
    assert time.process_time() - begun < LONGEST
