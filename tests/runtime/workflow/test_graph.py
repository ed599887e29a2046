"""Graphs: for Mermaid, for Graphviz, and drawn in the terminal."""

from __future__ import annotations

import re

from duotone.runtime.workflow import Definition, load, loads
from duotone.runtime.workflow.graph import dot, drawing, mermaid
from tests.runtime.workflow.test_cases import GOOD


def shape(text: str) -> Definition:
    """Make a workflow of `step: needs` lines."""
    rows = [row.split(":") for row in text.split(",")]
    return load({"name": "w", "steps": [{"id": a.strip(), "function": "f", "needs": b.split()} for a, b in rows]})


def lanes(definition: Definition) -> list[str]:
    return [line.removesuffix("function f").rstrip() for line in drawing(definition).splitlines()]


def test_a_chain_goes_to_the_right() -> None:
    assert lanes(shape("a:,b:a,c:b")) == ["●      a", "└─●    b", "  └─●  c"]


def test_a_diamond_closes() -> None:
    assert lanes(shape("a:,b:a,c:a,d:b c")) == [
        "●        a",
        "├─●      b",
        "└─│─●    c",
        "  └─┴─●  d",
    ]


def test_a_lane_that_others_still_need_goes_on() -> None:
    assert lanes(shape("a:,b:a,c:a b,d:a,e:b")) == [
        "●      a",
        "├─●    b",
        "├─┼─●  c",
        "└─│─●  d",
        "  └─●  e",
    ]


def test_steps_that_need_nothing_stand_below_each_other() -> None:
    assert lanes(shape("a:,b:,c:a")) == ["●    a", "│ ●  b", "└─●  c"]


def test_the_plain_drawing_is_ascii() -> None:
    for path in GOOD:
        text = drawing(load(path), is_plain=True)
        assert re.sub(r"  if .*", "", text).isascii()


def test_notes_say_what_a_step_is() -> None:
    text = drawing(
        loads("""
name: w
inputs: {x: array}
steps:
  - {id: a, tool: t, matrix: {m: "${{ inputs.x }}"}, policy: any, optional: true}
  - {id: b, parallel: [{id: p, function: f}, {id: q, function: f}], if: size(inputs.x) > 1}
""")
    )
    assert "a  tool t · for each m, any · optional\n" in text
    assert "b  all of p, q · if size(inputs.x) > 1\n" in text


def test_mermaid_has_every_step_and_edge_and_no_quote_too_many() -> None:
    definition = loads('{name: w, steps: [{id: a, function: f}, {id: b, function: f, needs: a, if: \'"x" == "y"\'}]}')
    lines = mermaid(definition).splitlines()
    assert lines == [
        "flowchart TD",
        '  a["a<br/>function f"]',
        '  b["b<br/>function f<br/>if #quot;x#quot; == #quot;y#quot;"]',
        "  a --> b",
        "  classDef optional stroke-dasharray: 4",
    ]


def test_dot_quotes_what_it_must() -> None:
    definition = loads("{name: 'a \"b\"', steps: [{id: a, function: f, optional: true}, {id: b, tool: g, needs: a}]}")
    assert dot(definition).splitlines() == [
        'digraph "a \\"b\\"" {',
        "  node [shape=box]",
        '  "a" [label="a\\nfunction f\\noptional", style=dashed]',
        '  "b" [label="b\\ntool g"]',
        '  "a" -> "b"',
        "}",
    ]
