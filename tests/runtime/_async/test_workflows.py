"""Workflows: functions of either color, called in the order in which they need each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadInput, BadUnit, BadWorkflow, RunFailed, Unbound, WorkflowChanged
from duotone.runtime import AsyncRuntime, Retry, Status, unit
from tests.runtime.trade import COLORS, Shop


def flow(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "trade", "steps": list(steps), **more}


SELL: dict[str, Any] = {"id": "sell", "function": "sell", "with": {"item": "tea"}}


@pytest.mark.parametrize("color", COLORS)
async def test_R5_functions_of_either_color_are_first_class(shop: Shop, color: str) -> None:
    workflow = flow(SELL, outputs={"sold": "${{ steps.sell.outputs }}"})
    async with AsyncRuntime() as runtime:
        result = await runtime.run_workflow(workflow, units={"sell": shop.selling(color)})
    assert result.outputs == {"sold": "sold tea"}
    assert shop.done == ["tea"]


@pytest.mark.parametrize("color", COLORS)
async def test_R4_a_call_that_can_not_be_made_is_refused_before_anything_runs(shop: Shop, color: str) -> None:
    workflow = flow({**SELL, "with": {"thing": "tea"}, "retry": {"attempts": 6}})
    async with AsyncRuntime() as runtime:
        with pytest.raises(BadUnit, match="'item'"):
            await runtime.run_workflow(workflow, units={"sell": shop.selling(color)})
        assert await runtime.runs() == []
    assert shop.done == []


async def test_R4_a_sync_tool_with_retries_has_one_side_effect(shop: Shop) -> None:
    workflow = flow({"id": "sell", "tool": "sell", "with": {"item": "tea"}, "retry": {"attempts": 6}})
    async with AsyncRuntime(units={"sell": shop.sell}) as runtime:
        assert (await runtime.run_workflow(workflow)).status is Status.COMPLETED
    assert shop.done == ["tea"]


async def test_R6_a_timeout_fires_for_a_step_that_blocks(shop: Shop) -> None:
    workflow = flow({"id": "hang", "function": "hang", "timeout": 0.05})
    async with AsyncRuntime(units={"hang": shop.hang}) as runtime:
        result = await runtime.run_workflow(workflow, check=False)
        shop.leave.set()
    assert result.status is Status.FAILED
    assert result.fault is not None
    assert result.fault.type == "TimedOut"


async def test_R12_a_failed_workflow_goes_on_from_the_log(shop: Shop, path: Path) -> None:
    workflow = flow(SELL, {"id": "last", "needs": ["sell"], "function": "last"})
    async with AsyncRuntime(path, units={"sell": shop.sell, "last": shop.refuse}) as runtime:
        with pytest.raises(RunFailed, match="Refused"):
            await runtime.run_workflow(workflow, id="w1")
    async with AsyncRuntime(path, units={"sell": shop.sell, "last": lambda: "well"}) as runtime:
        result = await runtime.resume("w1", workflow)
        assert result.status is Status.COMPLETED
        replay = await runtime.replay("w1")
    assert replay.problems == []
    assert replay.result.status is Status.COMPLETED
    assert shop.done == ["tea"]


async def test_R12_a_workflow_that_has_changed_is_refused_with_the_difference(shop: Shop, path: Path) -> None:
    workflow = flow(SELL, {"id": "last", "needs": ["sell"], "function": "last"})
    async with AsyncRuntime(path, units={"sell": shop.sell, "last": shop.refuse}) as runtime:
        await runtime.run_workflow(workflow, id="w1", check=False)
        changed = flow({**SELL, "with": {"item": "cup"}}, {"id": "last", "needs": ["sell"], "function": "last"})
        with pytest.raises(WorkflowChanged, match='"tea" → "cup"'):
            await runtime.resume("w1", changed)
    assert shop.done == ["tea"]


async def test_R12_a_branch_begins_from_any_step_of_an_older_run(shop: Shop) -> None:
    again = {"id": "again", "needs": ["sell"], "function": "sell", "with": {"item": "${{ inputs.item }}"}}
    outputs = {"all": ["${{ steps.sell.outputs }}", "${{ steps.again.outputs }}"]}
    workflow = flow(SELL, again, inputs={"item": {"type": "string"}}, outputs=outputs)
    async with AsyncRuntime(units={"sell": shop.sell}) as runtime:
        old = await runtime.run_workflow(workflow, {"item": "cup"})
        result = await runtime.branch(old.run, "again", {"item": "pot"})
        assert result.outputs == {"all": ["sold tea", "sold pot"]}
        assert (await runtime.replay(result.run)).is_faithful
        assert (await runtime.get_run(old.run)).outputs == {"all": ["sold tea", "sold cup"]}
    assert shop.done == ["tea", "cup", "pot"]


async def test_what_was_done_is_undone_when_a_later_step_fails(shop: Shop) -> None:
    workflow = flow({**SELL, "undo": "back"}, {"id": "last", "needs": ["sell"], "function": "last"})
    units: dict[str, Any] = {"sell": shop.sell_later, "back": shop.take_back, "last": shop.refuse_later}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, check=False)
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_cells_go_on_together_and_give_a_list(shop: Shop) -> None:
    sell = {
        "id": "sell",
        "function": "sell",
        "matrix": {"item": ["a", "b", "c"]},
        "with": {"item": "${{ matrix.item }}"},
    }
    workflow = flow(sell, outputs={"sold": "${{ steps.sell.outputs }}"})
    async with AsyncRuntime(units={"sell": shop.sell_later}, concurrency=2) as runtime:
        result = await runtime.run_workflow(workflow)
    assert result.outputs == {"sold": ["sold a", "sold b", "sold c"]}


async def test_a_workflow_inside_of_another_has_a_run_of_its_own(shop: Shop) -> None:
    inner = flow(SELL, outputs={"sold": "${{ steps.sell.outputs }}"})
    workflow = flow({"id": "inner", "workflow": inner}, outputs={"got": "${{ steps.inner.outputs.sold }}"})
    async with AsyncRuntime(units={"sell": shop.sell_later}) as runtime:
        result = await runtime.run_workflow(workflow)
        names = [row.run for row in await runtime.runs()]
    assert result.outputs == {"got": "sold tea"}
    assert names == [result.run, f"{result.run}/inner"]


def selling(item: str, **more: Any) -> dict[str, Any]:
    return {"id": item, "function": "sell", "undo": "back", "with": {"item": item}, **more}


LAST: dict[str, Any] = {"id": "last", "function": "last"}


@pytest.mark.parametrize("color", COLORS)
async def test_a_workflow_inside_of_another_is_undone_with_it_in_reverse_order(shop: Shop, color: str) -> None:
    deep = flow(selling("pot"), selling("lid", needs=["pot"]))
    inner = flow(selling("cup"), {"id": "deep", "workflow": deep, "needs": ["cup"]})
    workflow = flow(selling("tea"), {"id": "inner", "workflow": inner, "needs": ["tea"]}, {**LAST, "needs": ["inner"]})
    units: dict[str, Any] = {"sell": shop.selling(color), "back": shop.taking_back(color), "last": shop.refusing(color)}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, id="w1", check=False)
        statuses = {row.run: row.status for row in await runtime.runs()}
        for run in statuses:
            assert (await runtime.replay(run)).problems == []
        begun, *_ = [event async for event in runtime.events("w1/inner/deep")]
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["lid", "pot", "cup", "tea"]
    assert statuses == dict.fromkeys(["w1", "w1/inner", "w1/inner/deep"], Status.COMPENSATED)
    assert begun.data["parent"] == "w1/inner"


async def test_a_workflow_inside_of_another_of_which_nothing_can_be_undone_leaves_both_to_be_resumed(
    shop: Shop,
) -> None:
    workflow = flow({"id": "inner", "workflow": flow(SELL)}, {**LAST, "needs": ["inner"]})
    units: dict[str, Any] = {"sell": shop.sell, "last": shop.refuse}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, id="w1", check=False)
    assert (result.status, result.todo) == (Status.FAILED, ())


async def test_a_workflow_inside_of_another_that_only_reads_asks_for_no_undo(shop: Shop) -> None:
    inner = flow({**SELL, "effect": False})
    workflow = flow(selling("tea"), {"id": "inner", "workflow": inner}, {**LAST, "needs": ["inner", "tea"]})
    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "last": shop.refuse}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, check=False)
    assert (result.status, result.todo) == (Status.COMPENSATED, ())


async def test_what_a_failed_workflow_inside_of_another_has_left_is_undone_as_well(shop: Shop) -> None:
    inner = flow(selling("cup"), {**LAST, "needs": ["cup"]}, on_error="continue")
    workflow = flow(selling("tea"), {"id": "inner", "workflow": inner, "needs": ["tea"]})
    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "last": shop.refuse}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, check=False)
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["cup", "tea"]


async def test_a_workflow_inside_of_another_that_was_undone_is_begun_anew_by_a_retry(shop: Shop) -> None:
    inner = flow(selling("tea"), {"id": "twice", "function": "twice", "needs": ["tea"], "with": {"item": "cup"}})
    workflow = flow({"id": "inner", "workflow": inner, "retry": {"attempts": 3}})
    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "twice": shop.refuse_twice}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, id="w1")
        statuses = [(row.run, row.status) for row in await runtime.runs()]
    assert result.status is Status.COMPLETED
    assert statuses == [
        ("w1", "completed"),
        ("w1/inner", "compensated"),
        ("w1/inner#2", "compensated"),
        ("w1/inner#3", "completed"),
    ]
    assert (shop.done, shop.undone) == (["tea", "tea", "tea", "cup"], ["tea", "tea"])


async def test_an_undo_that_fails_inside_of_a_workflow_inside_of_another_is_left_to_a_person(shop: Shop) -> None:
    workflow = flow({"id": "inner", "workflow": flow(selling("cup"))}, {**LAST, "needs": ["inner"]})
    back = unit(shop.refuse, retry=Retry(attempts=2))
    units: dict[str, Any] = {"sell": shop.sell, "back": back, "last": lambda: 1 / 0}
    async with AsyncRuntime(units=units) as runtime:
        result = await runtime.run_workflow(workflow, id="w1", check=False)
    assert result.status is Status.ESCALATED
    assert "undo 'cup' by hand" in result.todo[0]
    assert len(shop.times) == 2  # the attempts of the undo itself, and none of them because of the run around it


async def test_what_a_workflow_inside_of_another_lacks_is_told_before_anything_runs(shop: Shop) -> None:
    workflow = flow(SELL, {"id": "inner", "workflow": flow(LAST), "needs": ["sell"]})
    async with AsyncRuntime(units={"sell": shop.sell}) as runtime:
        with pytest.raises(Unbound, match="'last'"):
            await runtime.run_workflow(workflow)
        assert await runtime.runs() == []
    assert shop.done == []


async def test_a_result_that_breaks_its_contract_is_no_success(shop: Shop) -> None:
    workflow = flow({**SELL, "outputs": {"price": {"type": "integer"}}})
    async with AsyncRuntime(units={"sell": shop.sell}) as runtime:
        with pytest.raises(RunFailed, match="broke its contract"):
            await runtime.run_workflow(workflow)


async def test_what_is_wrong_is_told_before_anything_runs(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(BadWorkflow):
            await runtime.run_workflow({"name": "trade", "steps": []})
        with pytest.raises(Unbound, match="'sell'"):
            await runtime.run_workflow(flow(SELL))
        with pytest.raises(BadInput, match="missing"):
            await runtime.run_workflow(flow(SELL, inputs={"item": {"type": "string"}}), units={"sell": shop.sell})
        assert await runtime.runs() == []


async def test_a_deadline_ends_a_workflow(shop: Shop) -> None:
    async with AsyncRuntime(units={"hang": shop.hang_later}) as runtime:
        result = await runtime.run_workflow(flow({"id": "hang", "function": "hang"}), deadline=0.05, check=False)
    assert result.status is Status.TIMED_OUT
