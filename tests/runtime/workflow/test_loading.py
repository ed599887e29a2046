"""The same workflow is read once, and anything else is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadWorkflow
from duotone.runtime import Runtime
from duotone.runtime.workflow import load, loads


def flow(**more: Any) -> dict[str, Any]:
    return {"name": "w", "steps": [{"id": "a", "function": "f", **more}]}


def test_the_same_data_gives_the_same_workflow() -> None:
    assert load(flow()) is load(flow())


def test_data_that_has_changed_is_read_again() -> None:
    data = flow(timeout=1)
    before = load(data)
    data["steps"][0]["timeout"] = 2
    assert (before.steps[0].timeout, load(data).steps[0].timeout) == (1, 2)


def test_values_that_are_equal_and_not_the_same_are_told_apart() -> None:
    given = [{"with": {"x": value}} for value in (1, True, 1.0, "1")]
    kept = [load(flow(**one)).steps[0].arguments["x"] for one in given]
    assert [type(value) for value in kept] == [int, bool, float, str]


def test_a_key_that_is_no_text_is_refused_although_its_text_was_read_before() -> None:
    load(flow(**{"with": {"x": {"1": "y"}}}))
    with pytest.raises(BadWorkflow):
        load(flow(**{"with": {"x": {1: "y"}}}))


def test_data_of_other_classes_is_read() -> None:
    class Own(dict[str, Any]):
        pass

    assert load(Own(flow())) == load(flow())


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "w.yaml"
    path.write_text("name: w\nsteps: [{id: a, function: f}]\n")
    first = load(path)
    assert load(path) is first
    path.write_text("name: w\nsteps: [{id: b, function: f}]\n")
    assert [step.id for step in load(path).steps] == ["b"]


@pytest.mark.parametrize("kind", ["step", "branch"])
def test_a_workflow_that_another_one_calls_is_read_again_when_its_file_has_changed(tmp_path: Path, kind: str) -> None:
    outer, inner = tmp_path / "outer.yaml", tmp_path / "inner.yaml"
    call = "workflow: inner.yaml" if kind == "step" else "parallel: [{id: b, workflow: inner.yaml}]"
    outer.write_text(f"name: outer\nsteps: [{{id: a, {call}}}]\n")
    inner.write_text("name: inner\nsteps: [{id: a, function: f}]\n")
    before = load(outer).hash
    inner.write_text("name: inner\nsteps: [{id: a, function: g}]\n")
    assert load(outer).hash != before


def test_a_run_can_change_its_defaults_and_no_other_run_begins_with_that() -> None:
    def take(items: list[str]) -> list[str]:
        items.append("more")
        return items

    inputs = {"items": {"type": "array", "default": []}}
    steps = [
        {"id": "a", "function": "take", "with": {"items": "${{ inputs.items }}"}},
        {"id": "b", "function": "take", "if": "false", "default": [], "with": {"items": []}},
        {"id": "c", "function": "take", "needs": ["b"], "with": {"items": "${{ steps.b.outputs }}"}},
    ]
    outputs = {"a": "${{ steps.a.outputs }}", "c": "${{ steps.c.outputs }}"}
    data: dict[str, Any] = {"name": "w", "inputs": inputs, "steps": steps, "outputs": outputs}
    with Runtime(units={"take": take}) as runtime:
        assert [runtime.run_workflow(data).outputs for _ in range(2)] == [{"a": ["more"], "c": ["more"]}] * 2


def test_many_workflows_are_read_and_not_all_are_kept() -> None:
    first = load(flow(timeout=1))
    for number in range(300):
        load(flow(timeout=number + 2))
    assert load(flow(timeout=1)) is not first
    assert load(flow(timeout=1)) == first


def test_a_workflow_that_was_read_is_one_to_run() -> None:
    definition = load(flow())
    assert load(definition) is definition


def test_a_text_of_somebody_else_names_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner.yaml").write_text("name: inner\nsteps: [{id: a, function: f}]\n")
    monkeypatch.chdir(tmp_path)
    for name in ("inner.yaml", "unknown.yaml"):
        with pytest.raises(BadWorkflow, match="no file can be named here"):
            loads(f"{{name: w, steps: [{{id: a, workflow: {name}}}]}}", files=False)
    inside = "{name: w, steps: [{id: a, workflow: {name: v, steps: [{id: b, function: f}]}}]}"
    assert loads(inside, files=False).steps[0].child is not None
