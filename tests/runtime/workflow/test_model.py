"""The canonical form of a workflow, and the hash that names a version of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duotone.runtime.workflow import from_json, load, loads
from duotone.runtime.workflow.model import Definition, InputDefinition, StepDefinition

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name not in {"in", "null", "true"})
PLAIN = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(max_size=12).filter(lambda text: "${{" not in text)
JSON = st.recursive(
    PLAIN | TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)
SECONDS = st.floats(0.01, 1e6) | st.integers(1, 1000)
SCHEMAS = st.sampled_from([{"type": "string"}, {"type": ["array", "null"], "items": {"type": "integer"}}, {}])
RETRIES = st.integers(1, 9) | st.fixed_dictionaries(
    {"attempts": st.integers(1, 9)},
    optional={
        "delay": SECONDS,
        "backoff": st.sampled_from(["fixed", "exponential"]),
        "factor": st.sampled_from([2.0, 3.0]),
        "max_delay": SECONDS,
        "jitter": st.sampled_from([0, 0.5]),
        "on": st.lists(NAMES, max_size=2),
    },
)
CALLS: dict[str, st.SearchStrategy[Any]] = {
    "description": TEXTS.filter(str.strip),
    "with": st.dictionaries(NAMES, JSON, max_size=3),
    "outputs": st.dictionaries(NAMES, SCHEMAS, max_size=2),
    "retry": RETRIES,
    "timeout": SECONDS,
    "idempotent": st.booleans(),
    "effect": st.booleans(),
}


@st.composite
def workflows(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a workflow as data, as somebody would write it."""
    ids = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
    steps: list[dict[str, Any]] = []
    for number, name in enumerate(ids):
        step: dict[str, Any] = {"id": name, **draw(st.fixed_dictionaries({}, optional=CALLS))}
        step[draw(st.sampled_from(["function", "tool", "agent", "workflow"]))] = draw(NAMES)
        step["needs"] = draw(st.lists(st.sampled_from(ids[:number]), unique=True, max_size=2)) if number else []
        step |= draw(
            st.fixed_dictionaries(
                {}, optional={"matrix": st.dictionaries(NAMES, st.lists(PLAIN), min_size=1, max_size=2)}
            )
        )
        if "matrix" in step:
            step["policy"] = draw(st.sampled_from(["all", "any", "majority"]))
        if draw(st.booleans()) and not step.get("outputs"):
            step |= {"optional": True, "default": draw(JSON)}
        steps.append(step)
    draw(st.randoms(use_true_random=False)).shuffle(steps)
    return {
        "name": draw(TEXTS.filter(str.strip)),
        "inputs": {name: {"default": draw(JSON)} for name in draw(st.lists(NAMES, max_size=2, unique=True))},
        "steps": steps,
    }


def shuffled(data: Any, chance: random.Random) -> Any:
    """Return the same data with the keys of each mapping in another order."""
    if isinstance(data, list):
        return [shuffled(one, chance) for one in data]
    if not isinstance(data, dict):
        return data
    keys = list(data)
    chance.shuffle(keys)
    return {key: shuffled(data[key], chance) for key in keys}


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(workflows())
def test_a_definition_comes_back_from_its_canonical_form(data: dict[str, Any]) -> None:
    definition = load(data)
    written = definition.to_json()
    assert from_json(json.loads(json.dumps(written))) == definition
    assert from_json(written).to_json() == written


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(workflows(), st.randoms(use_true_random=False))
def test_the_order_of_keys_is_no_part_of_the_hash(data: dict[str, Any], chance: random.Random) -> None:
    assert load(shuffled(data, chance)).hash == load(data).hash


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(workflows(), st.randoms(use_true_random=False))
def test_every_change_that_means_something_changes_the_hash(data: dict[str, Any], chance: random.Random) -> None:
    before = load(data)
    for name, value in CHANGES.items():
        steps = [dict(step) for step in data["steps"]]
        chosen = chance.choice(steps)
        if name == "outputs":
            chosen.pop("default", None)
        chosen.update({name: value, "effect": True} if name == "undo" else {name: value})
        assert load({**data, "steps": steps}).hash != before.hash, name


CHANGES: dict[str, Any] = {
    "timeout": 123456.5,
    "with": {"quite": "another"},
    "undo": "m:undo_it",
    "if": "1 == 2",
    "outputs": {"quite_another": "object"},
    "retry": 77,
}


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(workflows())
def test_steps_come_after_what_they_need_and_else_as_they_were_written(data: dict[str, Any]) -> None:
    definition = load(data)
    place = {name: number for number, name in enumerate(definition.order)}
    assert all(place[need] < place[step.id] for step in definition.steps for need in step.needs)
    if not any(step.needs for step in definition.steps):
        assert list(definition.order) == [step.id for step in definition.steps]


TEXT = """\
name: w
inputs: {a: {type: string, default: x}}
steps:
  - id: one
    function: f
    retry: {attempts: 2}
"""
SAME = """\
# A comment.
inputs:
  a:
    default: "x"      # another
    type: string
    description: what it is for
description: words for people
name: 'w'
on_error: fail-fast
steps: [{retry: 2, function: f, id: one, needs: [], description: does it, with: {}}]
"""


def test_comments_descriptions_and_what_is_so_anyway_are_no_part_of_the_hash() -> None:
    assert loads(SAME).hash == loads(TEXT).hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: w", "name: v"),
        ("default: x", "default: y"),
        ("type: string", "type: [string]"),
        ("id: one", "id: two"),
        ("function: f", "function: g"),
        ("function: f", "tool: f"),
        ("attempts: 2", "attempts: 3"),
        ("name: w", "name: w\non_error: continue"),
        ("name: w", "name: w\ntimeout: 3"),
        ("name: w", "name: w\nconcurrency: 3"),
        ("name: w", "name: w\noutputs: {x: 1}"),
        ("    function: f", "    function: f\n    effect: false"),
        ("    function: f", "    function: f\n    idempotent: false"),
        ("    function: f", "    function: f\n    optional: true"),
        ("    function: f", "    function: f\n    matrix: {x: [1]}"),
        ("    function: f\n    retry: {attempts: 2}", "    parallel: [{id: f, function: f, retry: 2}]"),
        ("    function: f", "    workflow: {name: f, steps: [{id: f, function: f}]}"),
    ],
)
def test_each_thing_that_means_something_is_part_of_the_hash(old: str, new: str) -> None:
    assert old in TEXT
    assert loads(TEXT.replace(old, new, 1)).hash != loads(TEXT).hash


def test_the_hash_is_the_same_in_every_process_and_version() -> None:
    definition = Definition("w", (StepDefinition("a", unit="f"),), {"x": InputDefinition({"type": "string"})})
    assert definition.hash == loads("{name: w, inputs: {x: string}, steps: [{id: a, function: f}]}").hash
    assert definition.hash == "9e05b136cbe1b110e3d23a4f527211a9717dc2cb1e09ea6588f5854434fe0ba1"
