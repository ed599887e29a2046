"""What a driver asks of a definition while a run goes on."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.errors import BadExpression, BadInput, NoSuchStep
from duotone.runtime.events import Json
from duotone.runtime.workflow import (
    Definition,
    StepDefinition,
    accepted,
    arguments,
    broken,
    cells,
    condition,
    gathered,
    load,
    loads,
    outputs,
)
from duotone.runtime.workflow.expressions import Scope

SCOPE: Scope = {
    "inputs": {"n": 2, "list": ["a", "b"], "text": "t"},
    "steps": {"plan": {"outputs": {"found": [1, 2, 3]}, "status": "completed"}},
    "matrix": {},
    "run": {"id": "r1", "name": "w"},
}


def defined(**more: Json) -> Definition:
    inputs: Json = {
        "n": "integer",
        "text": {"type": "string", "default": "x"},
        "list": {"type": "array", "default": []},
    }
    steps: Json = [{"id": "plan", "function": "f"}]
    return load({"name": "w", "inputs": inputs, "steps": steps, **more})


def step(**more: Json) -> StepDefinition:
    plan: Json = {"id": "plan", "function": "f"}
    call: Json = {} if "parallel" in more else {"function": "g"}
    assert isinstance(call, dict)
    return defined(steps=[plan, {"id": "next", "needs": ["plan"], **call, **more}]).step("next")


def test_inputs_get_their_defaults() -> None:
    assert accepted(defined(), {"n": 1}) == {"n": 1, "text": "x", "list": []}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "input 'n' is missing; workflow 'w' needs it"),
        ({"n": 1, "tekst": "y"}, "input 'tekst' is none of workflow 'w'; did you mean 'text'?"),
        ({"n": "1"}, "input 'n' is a text and must be integer; pass one that fits"),
        ({"n": True}, "input 'n' is a boolean and must be integer; pass one that fits"),
        ({"n": None}, "input 'n' is nothing and must be integer; pass one that fits"),
        ({"n": 1.5}, "input 'n' is a number and must be integer; pass one that fits"),
    ],
)
def test_an_input_that_is_not_as_declared_is_refused(given: dict[str, Json], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        accepted(defined(), given)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "holds"),
    [(None, True), ("inputs.n > 1", True), ("${{ inputs.n > 2 }}", False), (True, True), (False, False)],
)
def test_a_condition_holds_or_not(text: Json, *, holds: bool) -> None:
    assert condition(step(**({} if text is None else {"if": text})), SCOPE) is holds


def test_a_condition_that_turns_out_to_be_no_boolean_is_refused() -> None:
    with pytest.raises(BadExpression, match="it gives a number, and a condition is true or false"):
        condition(step(**{"if": "inputs.n"}), SCOPE)


def test_arguments_are_filled_in() -> None:
    given: Json = {"all": "${{ steps.plan.outputs.found }}", "text": "${{ inputs.n }} of ${{ run.id }}", "x": 1}
    assert arguments(step(**{"with": given}), SCOPE) == {"all": [1, 2, 3], "text": "2 of r1", "x": 1}


def test_a_plain_step_is_one_cell() -> None:
    one = step()
    (cell,) = cells(one, SCOPE)
    assert (cell.key, cell.step, cell.scope) == ("", one, SCOPE)


def test_a_matrix_is_the_product_of_its_axes_in_their_order() -> None:
    one = step(matrix={"x": "${{ inputs.list }}", "y": [1, "${{ inputs.n }}"]}, **{"with": {"at": "${{ matrix }}"}})
    found = cells(one, SCOPE)
    assert [cell.key for cell in found] == ["0", "1", "2", "3"]
    assert [arguments(cell.step, cell.scope)["at"] for cell in found] == [
        {"x": "a", "y": 1},
        {"x": "a", "y": 2},
        {"x": "b", "y": 1},
        {"x": "b", "y": 2},
    ]


def test_an_empty_axis_gives_no_cells() -> None:
    assert cells(step(matrix={"x": [], "y": [1]}), SCOPE) == []


def test_an_axis_that_turns_out_to_be_no_list_is_refused() -> None:
    with pytest.raises(BadExpression, match="the axis 'x' is a number, and must be a list"):
        cells(step(matrix={"x": "${{ inputs.n }}"}), SCOPE)


def test_a_matrix_that_explodes_is_refused_before_it_is_made() -> None:
    many: Json = list(range(1000))
    with pytest.raises(BadExpression, match="1,000,000,000 cells"):
        cells(step(matrix={"x": many, "y": many, "z": many}), SCOPE)


def test_branches_are_cells_under_their_own_ids() -> None:
    one = step(parallel=[{"id": "web", "tool": "w", "with": {"n": "${{ inputs.n }}"}}, {"id": "db", "function": "d"}])
    found = cells(one, SCOPE)
    assert [(cell.key, cell.step.unit, arguments(cell.step, cell.scope)) for cell in found] == [
        ("web", "w", {"n": 2}),
        ("db", "d", {}),
    ]


def test_the_output_of_a_matrix_is_a_list_in_the_order_of_its_cells() -> None:
    results: dict[str, Json] = {"10": "k", "2": "c", "0": "a"}
    assert gathered(step(matrix={"x": [1]}), results) == ["a", "c", "k"]
    assert gathered(step(matrix={"x": [1]}), {}) == []


def test_the_output_of_branches_is_a_mapping_in_their_order() -> None:
    branches: Json = [{"id": "web", "tool": "w"}, {"id": "db", "tool": "d"}, {"id": "fax", "tool": "f"}]
    one = gathered(step(parallel=branches, policy="majority"), {"db": 2, "web": 1})
    assert isinstance(one, dict)
    assert list(one.items()) == [("web", 1), ("db", 2)]


def test_where_any_is_enough_the_first_result_is_the_output() -> None:
    assert gathered(step(matrix={"x": [1, 2]}, policy="any"), {"1": "b", "0": "a"}) == "b"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"found": ["a"], "more": 1}, []),
        ({"found": [1]}, ["output 'found' [0] is a number and must be string"]),
        ({}, ["output 'found' is missing"]),
        (["a"], ["the result is a list, and must be a mapping with found"]),
        (None, ["the result is nothing, and must be a mapping with found"]),
    ],
)
def test_a_result_keeps_its_contract_or_says_how_it_breaks_it(result: Json, said: list[str]) -> None:
    assert broken(step(outputs={"found": {"type": "array", "items": "string"}}), result) == said


def test_without_a_contract_any_result_is_fine() -> None:
    assert broken(step(), 3) == []


def test_the_outputs_of_a_run_are_filled_in() -> None:
    definition = defined(outputs={"found": "${{ steps.plan.outputs.found }}", "fixed": [1]})
    assert outputs(definition, SCOPE) == {"found": [1, 2, 3], "fixed": [1]}


def test_an_unknown_step_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(NoSuchStep, match="workflow 'w' has no step 'nobody'; it has plan"):
        defined().step("nobody")


@pytest.mark.parametrize("many", [{"matrix": {"x": [1]}, "function": "f"}, {"parallel": [{"id": "b", "tool": "t"}]}])
def test_what_a_fan_out_gives_where_any_is_enough_is_not_guessed_at(many: dict[str, Json]) -> None:
    steps: Json = [{"id": "a", "policy": "any", **many}]
    definition = load({"name": "w", "steps": steps, "outputs": {"x": "${{ steps.a.outputs.text }}"}})
    assert outputs(definition, {"steps": {"a": {"outputs": {"text": "first"}}}}) == {"x": "first"}


@pytest.mark.parametrize(
    ("given", "said"),
    [([1], "'inputs' are a list; pass a mapping"), ({"extra": {"a": object()}}, "'extra' can't be kept in the log")],
)
def test_inputs_that_no_log_can_keep_are_refused(given: Any, said: str) -> None:
    definition = loads("{name: w, inputs: {extra: object}, steps: [{id: a, function: f}]}")
    with pytest.raises(BadInput, match=said):
        accepted(definition, given)
