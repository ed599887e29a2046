"""Whatever a file or a dict holds, it is a workflow or it is refused, and nothing else is ever raised."""

from __future__ import annotations

import contextlib
import random
import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duotone.errors import BadExpression, BadWorkflow
from duotone.runtime.workflow import from_json, load, loads
from duotone.runtime.workflow.expressions import compiled, references
from duotone.runtime.workflow.templates import evaluate, filled
from tests.runtime.workflow.test_cases import BAD, GOOD

KEYS = [
    *("name", "inputs", "steps", "outputs", "on_error", "timeout", "concurrency", "id", "description", "default"),
    *("function", "tool", "agent", "workflow", "parallel", "needs", "if", "with", "undo", "idempotent", "effect"),
    *("matrix", "policy", "optional", "retry", "attempts", "delay", "backoff", "on"),
    *("type", "items", "properties", "required", "enum", "minimum", "pattern"),
]
WORDS = [
    *KEYS,
    "a",
    "${{ inputs.a }}",
    "${{ steps.a.outputs.b }}",
    "${{",
    "inputs.a > 1",
    "string",
    "integer",
    "any",
    "",
]
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5)
DATA = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=6)
    ),
    max_leaves=25,
)
TEXTS = [path.read_bytes() for path in (*GOOD, *BAD)]
TOKENS = [
    "inputs",
    "steps",
    ".",
    "a",
    "[",
    "]",
    "(",
    ")",
    "'",
    '"',
    "\\",
    "+",
    "1",
    "map",
    ",",
    "{",
    "}",
    "}}",
    "${{",
    "//",
    " ",
]


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), DATA, max_size=8))
def test_any_data_is_a_workflow_or_refused(data: dict[str, Any]) -> None:
    with contextlib.suppress(BadWorkflow):
        definition = load(data)
        assert from_json(definition.to_json()) == definition


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_any_damage_to_a_file_leaves_a_workflow_or_problems_with_places(text: bytes, chance: random.Random) -> None:
    damaged = bytearray(text)
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(damaged) or 1)
        piece = bytes(chance.choice(text) for _ in range(chance.randint(0, 4)))
        damaged[start : start + chance.randint(0, 8)] = piece
    problems: tuple[str, ...] = ()
    try:
        loads(bytes(damaged), "w.yaml")
    except BadWorkflow as error:
        problems = error.problems
    assert all(re.match(r"[^:]+:.*: .+; .+", line) for line in problems)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map("".join) | st.text(max_size=20))
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    references(text)
    scope: dict[str, Any] = {"inputs": {"a": 1}, "steps": {}, "matrix": {}, "run": {"id": "r"}}
    for attempt in (lambda: compiled(text), lambda: evaluate(text, scope), lambda: filled(f"${{{{{text}}}}}", scope)):
        with contextlib.suppress(BadExpression):
            attempt()
