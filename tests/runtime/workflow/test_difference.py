"""What changed between two versions, said per step."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from duotone.runtime.workflow import load, loads
from duotone.runtime.workflow.difference import difference
from tests.runtime.workflow.test_model import workflows

OLD = """
name: w
inputs: {topic: string, depth: {type: integer, default: 2}}
steps:
  - id: plan
    function: f
    with: {topic: "${{ inputs.topic }}", more: {deep: [1, 2]}}
    timeout: 5
  - {id: search, tool: s, needs: [plan]}
  - id: both
    parallel: [{id: x, function: f}, {id: y, function: g}]
  - id: inner
    workflow: {name: in, steps: [{id: a, function: f}]}
outputs: {found: "${{ steps.search.outputs }}"}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: w", "name: v", 'name: "w" → "v"'),
        ("name: w", "name: w\ntimeout: 9", "timeout is added: 9.0"),
        ("default: 2", "default: 3", "input depth: default: 2 → 3"),
        ("topic: string, ", "topic: string, k: object, ", 'input k is added: {"type": "object"}'),
        (
            "topic }}",
            "depth }}",
            'step plan: with.topic: "${{ inputs.topic }}" → "${{ inputs.depth }}"',
        ),
        ("[1, 2]", "[1, 3]", "step plan: with.more.deep: [1, 2] → [1, 3]"),
        ("    timeout: 5\n", "", "step plan: timeout is removed: 5.0"),
        (
            "timeout: 5",
            "timeout: 5\n    outputs: {a: string}",
            'step plan: outputs is added: {"a": {"type": "string"}}',
        ),
        ("tool: s", "agent: s", 'step search: tool is removed: "s"\nstep search: agent is added: "s"'),
        (
            "  - {id: search",
            "  - {id: extra, function: f}\n  - {id: search",
            'step extra is added: {"function": "f"}',
        ),
        ("{id: y, function: g}", "{id: y, function: h}", 'step both: branch y: function: "g" → "h"'),
        (
            "[{id: x, function: f}, {id: y, function: g}]",
            "[{id: y, function: g}, {id: x, function: f}]",
            "step both: branch order: x, y → y, x",
        ),
        ("[{id: a, function: f}]", "[{id: b, function: f}]", "step inner: workflow: step a is removed"),
        ("found:", "seen:", 'output found is removed: "${{ steps.search.outputs }}"'),
    ],
)
def test_a_change_is_told_where_it_is(old: str, new: str, said: str) -> None:
    assert old in OLD
    text = difference(loads(OLD), loads(OLD.replace(old, new, 1)))
    assert text.startswith(said)
    assert len(text.splitlines()) == len(said.splitlines()) + (new in {"seen:", "[{id: b, function: f}]"})


def test_two_that_mean_the_same_have_no_difference() -> None:
    assert difference(loads(OLD), loads(f"# comment\ndescription: words\n{OLD.strip()}\n")) == ""


def test_the_order_of_steps_is_told() -> None:
    one = loads("{name: w, steps: [{id: a, function: f}, {id: b, function: g}]}")
    other = loads("{name: w, steps: [{id: b, function: g}, {id: a, function: f}]}")
    assert difference(one, other) == "step order: a, b → b, a"


def test_long_values_are_cut() -> None:
    one, other = loads(OLD), loads(OLD.replace("function: f", f"function: {'f' * 300}", 1))
    assert max(map(len, difference(one, other).splitlines())) < 200


def test_one_is_not_true() -> None:
    one, other = loads(OLD.replace("deep: [1, 2]", "deep: 1")), loads(OLD.replace("deep: [1, 2]", "deep: true"))
    assert difference(one, other) == "step plan: with.more.deep: 1 → true"


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(workflows(), workflows())
def test_every_difference_of_the_hash_has_a_line(data: dict[str, Any], other: dict[str, Any]) -> None:
    one, two = load(data), load({**other, "name": data["name"]})
    assert bool(difference(one, two)) == (one.hash != two.hash)
    assert difference(one, one) == ""
