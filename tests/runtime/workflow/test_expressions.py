"""Expressions are CEL: what they refer to, what they give, what they can't do, and templates around them."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from duotone.errors import BadExpression
from duotone.runtime.events import Json
from duotone.runtime.workflow.expressions import Scope, compiled, references
from duotone.runtime.workflow.templates import evaluate, filled

SCOPE: Scope = {
    "inputs": {"topic": "tea", "depth": 2, "tags": ["a", "b"], "table": {"x": 1.5}, "huge": 2**70, "none": None},
    "steps": {"plan": {"outputs": {"queries": ["q1", "q2"]}, "status": "completed"}},
    "matrix": {"query": "q1"},
    "run": {"id": "r1", "name": "w"},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("inputs.depth + 1", 3),
        ("inputs.depth == 2.0", True),
        ("size(steps.plan.outputs.queries) > 0 && inputs.depth < 3", True),
        ("steps.plan.outputs.queries.map(q, q + '!')", ["q1!", "q2!"]),
        ("has(inputs.nothing)", False),
        ("inputs.depth > 1 ? 'deep' : 'flat'", "deep"),
        ("'e' in inputs.topic", None),
        ("'a' in inputs.tags", True),
        ("inputs.tags.join(', ')", "a, b"),
        ("inputs.topic.upperAscii()", "TEA"),
        ("'%s: %d'.format([inputs.topic, inputs.depth])", "tea: 2"),
        ("math.greatest(inputs.depth, 7)", 7),
        ("{'a': 1, 'b': [null, true]}", {"a": 1, "b": [None, True]}),
        ("inputs.none == null", True),
        ("duration('90s')", 90.0),
        ("timestamp('2026-11-16T08:00:00Z')", "2026-11-16T08:00:00Z"),
        ("matrix.query + run.id", "q1r1"),
        ("inputs['topic']", "tea"),
        ("int('7') + 1", 8),
        ("'ä' + 'ß'", "äß"),
    ],
)
def test_an_expression_gives_its_value(text: str, value: Json) -> None:
    if value is None:
        with pytest.raises(BadExpression):
            evaluate(text, SCOPE)
    else:
        assert evaluate(text, SCOPE) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("inputs.nothing", "Key not found"),
        ("inputs.depth / 0", "divide by zero"),
        ("inputs.topic + 1", "No matching overload"),
        ("9223372036854775807 + inputs.depth", "overflow"),
        ("b'abc'", "which JSON can't hold"),
        ("{1: 2}", "the key 1"),
        ("type(1)", "which JSON can't hold"),
    ],
)
def test_an_expression_without_a_value_says_why(text: str, said: str) -> None:
    with pytest.raises(BadExpression, match=said):
        evaluate(text, SCOPE)


@pytest.mark.parametrize(
    ("text", "offset", "said"),
    [
        ("1 +", 3, "it ends too soon"),
        ("1 2", 2, "'2' can't stand there"),
        ("'a' + 1", 4, r"there is no \+ of \(string, int\)"),
        ("inputs.depth + stps.x", 15, "there is no 'stps.x'"),
        ("1 +\n  nobody(2)", 6, "there is no 'nobody'"),
    ],
)
def test_an_expression_that_makes_no_sense_says_where(text: str, offset: int, said: str) -> None:
    with pytest.raises(BadExpression, match=said) as caught:
        compiled(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize("text", ["(" * 10_000, "-" * 10_000 + "1", "+".join(["1"] * 10_000), "x" * 1_000_000])
def test_an_expression_without_end_is_refused(text: str) -> None:
    with pytest.raises(BadExpression):
        compiled(text)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "inputs.__class__.__mro__",
        "open('/etc/passwd')",
        "(lambda: 1)()",
        "eval('1')",
        "steps.plan.outputs.queries.__len__()",
    ],
)
def test_nothing_of_python_can_be_reached(text: str) -> None:
    with pytest.raises(BadExpression):
        evaluate(text, SCOPE)


def test_an_expression_that_would_run_for_ever_is_ended() -> None:
    numbers = "[1,2,3,4,5,6,7,8,9,10]"
    text = "1"
    for name in "abcdefgh":
        text = f"{numbers}.map({name}, {text})"
    start = time.process_time()
    with pytest.raises(BadExpression, match="budget"):
        evaluate(text, SCOPE)
    assert time.process_time() - start < 2


def test_a_pattern_that_explodes_elsewhere_is_linear_here() -> None:
    scope = {**SCOPE, "inputs": {"text": "a" * 50_000 + "!"}}
    start = time.process_time()
    assert evaluate("inputs.text.matches('^(a+)+$')", scope) is False
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("inputs.depth > 1", ["inputs.depth"]),
        ("steps.plan.outputs.queries.size() > inputs.depth", ["steps.plan.outputs.queries", "inputs.depth"]),
        ("steps['plan'].outputs[\"queries\"][0].x", ["steps.plan.outputs.queries"]),
        ("'inputs.text' + \"steps.no\" // run.none", []),
        ("r'\\' + inputs.a", ["inputs.a"]),
        ("x.inputs.y + {'inputs': 1}.inputs", []),
        ("size(inputs)", ["inputs"]),
        ("inputs[run.id]", ["inputs", "run.id"]),
        ("[1].map(n, n + inputs . depth)", ["inputs.depth"]),
        (".inputs.depth", ["inputs.depth"]),
        ("1.5 + 2e3 + my_inputs.x", []),
    ],
)
def test_references_are_read_from_the_tokens(text: str, paths: list[str]) -> None:
    assert [".".join(reference.path) for reference in references(text)] == paths


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("${{ inputs.depth }}", 2),
        ("  ${{ inputs.tags }}\n", ["a", "b"]),
        ("${{ inputs.topic }}", "tea"),
        ("about ${{ inputs.topic }} at ${{ inputs.depth }}", "about tea at 2"),
        ("${{ inputs.topic }}${{ inputs.depth }}", "tea2"),
        ("${{ inputs.tags }}!", '["a", "b"]!'),
        ("${{ true }} ${{ inputs.none }}", "true null"),
        ("${{ '}}' }}", "}}"),
        ("${{ \"it's }}\" + '\"' }}", "it's }}\""),
        ("no template: $ { {{ }}", "no template: $ { {{ }}"),
        ({"a": ["${{ matrix.query }}", 1, None]}, {"a": ["q1", 1, None]}),
    ],
)
def test_a_template_alone_gives_the_value_and_among_words_text(template: Json, value: Json) -> None:
    assert filled(template, SCOPE) == value


def test_a_bare_reference_gives_the_very_value_whatever_cel_could_hold() -> None:
    assert evaluate(" inputs.huge ", SCOPE) == 2**70
    order = filled("${{ inputs }}", SCOPE)
    assert isinstance(order, dict)
    assert list(order) == ["topic", "depth", "tags", "table", "huge", "none"]


def test_what_an_expression_does_not_name_can_not_disturb_it() -> None:
    assert evaluate("inputs.depth + 1", SCOPE) == 3
    with pytest.raises(BadExpression, match="out of range"):
        evaluate("size(inputs)", SCOPE)


def test_only_what_is_named_is_converted_however_deep_it_lies() -> None:
    plan: Json = {"outputs": {"big": list(range(100_000)), "small": [1], "text": "t"}}
    scope: Scope = {**SCOPE, "steps": {"plan": plan, "other": plan}}
    start = time.process_time()
    for _ in range(200):
        assert evaluate("steps.plan.outputs.small[0] + 1", scope) == 2
    assert time.process_time() - start < 1
    assert evaluate("size(steps.plan.outputs) + size(steps.plan.outputs.big)", scope) == 100_003
    assert evaluate("has(steps.plan.outputs.none) || steps.plan.outputs.text == 't'", scope) is True


@pytest.mark.parametrize("text", ["inputs.tags.x + 1", "inputs.nothing.x + 1", "inputs.tags.x.y + inputs.tags.z + 1"])
def test_a_path_through_what_is_no_mapping_has_no_value(text: str) -> None:
    with pytest.raises(BadExpression):
        evaluate(text, SCOPE)


def test_threads_evaluate_at_the_same_time() -> None:
    wrong: list[Json] = []

    def work(number: int) -> None:
        for _ in range(300):
            scope = {**SCOPE, "inputs": {"n": number}}
            if (value := evaluate("[1, 2].map(i, i + inputs.n)", scope)) != [1 + number, 2 + number]:
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_extra_is_asked_for_by_name_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from duotone.errors import MissingExtra
    from duotone.runtime.workflow import expressions, loads

    compiled.cache_clear()
    expressions._environment.cache_clear()
    monkeypatch.setitem(sys.modules, "cel_expr_python.cel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'duotone\[runtime\]'"):
        compiled("1 + 1")
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(MissingExtra, match=r"pip install 'duotone\[runtime\]'"):
        loads("name: w")
