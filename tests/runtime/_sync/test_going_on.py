# Made by `duotone mirror` from ../_async/test_going_on.py: edit that file, and run it again.
"""Going on after a crash or a failure: nothing that was committed runs again, nothing unknown is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duotone.errors import (
    BadInput,
    BadTimeout,
    BadTransition,
    NeedsDecision,
    NoSuchRun,
    NoSuchStep,
    RunFailed,
    RunFinished,
    RunTaken,
    StepFailed,
)
from duotone.runtime import Runtime, Saga, Status, nothing_to_undo, saga, unit
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.log import Log, RunRow
from duotone.runtime.workflow import load
from tests.runtime.trade import Refused, Shop

SHOP = Shop()


def sell(item: str) -> str:
    return SHOP.sell(item)


def take_back(item: str) -> None:
    SHOP.take_back(item)


def refuse() -> None:
    SHOP.refuse()


@saga
def trade(saga: Saga, item: str) -> Any:
    sold = saga.step(sell, item, undo=nothing_to_undo)
    if SHOP.leave.is_set():
        return [sold, saga.step(sell, f"second {item}")]
    raise Refused


@saga
def doubt(saga: Saga) -> Any:
    return saga.step(sell, "tea", undo=take_back)


def other_color(_saga: Any) -> Any:
    """Be run in the other face, but for the sync tests, where it is in this one."""
    return SHOP.sell("nothing")


@pytest.fixture(autouse=True)
def _empty_shop() -> None:
    SHOP.__init__()  # type: ignore[misc]


def leave_behind(path: Path, run: str, *drafts: Draft, spec: Any = None) -> None:
    """Write a run whose owner has ended without a word."""
    with Log(path) as log:
        data = {"kind": "saga", "name": "trade", "status": "running", "owner": log.owner(), "fence": 1, "spec": spec}
        log.append(Append(run, [Draft("run.started", data, run), *drafts]))


def leave_workflows(path: Path, workflows: dict[str, Any], *drafts: Draft) -> None:
    """Write runs of workflows whose owner has ended without a word; the drafts are of the first."""
    with Log(path) as log:
        known: dict[str, Any] = {"kind": "workflow", "status": "running", "owner": log.owner(), "fence": 1}
        for run, workflow in workflows.items():
            made = load(workflow)
            spec: dict[str, Any] = {"name": made.name, "definition": made.hash, "spec": made.to_json(), "inputs": {}}
            log.append(Append(run, [Draft("run.started", {**known, **spec}, run)]))
        log.append(Append(next(iter(workflows)), drafts))


def write(path: Path, run: str, *drafts: Draft) -> None:
    with Log(path) as log:
        log.append(Append(run, drafts))


def started(run: str, step: str = "sell", **more: Any) -> Draft:
    data: dict[str, Any] = {
        "step": step,
        "attempt": 1,
        "unit": f"{__name__}:sell",
        "color": "sync",
        "key": f"{run}/{step}",
    }
    known: dict[str, Any] = {
        "idempotent": False,
        "has_undo": True,
        "undo": f"{__name__}:take_back",
        "arguments": {"item": "tea"},
    }
    return Draft("step.started", {**data, **known, **more}, run)


def ended(run: str, step: str = "sell") -> Draft:
    return Draft("step.ended", {"step": step, "attempt": 1, "outcome": "ok", "result": "sold tea"}, run)


def test_R12_a_function_is_resumed_without_repeating_a_committed_step(path: Path) -> None:
    with Runtime(path) as runtime:
        with pytest.raises(Refused):
            runtime.run(trade, "tea", id="t1")
        assert runtime.get_run("t1").status is Status.FAILED
    SHOP.leave.set()
    with Runtime(path) as runtime:
        result = runtime.resume("t1")
        assert result.status is Status.COMPLETED
        assert result.outputs == ["sold tea", "sold second tea"]
        assert runtime.run(trade, "tea", id="t1") == result.outputs  # it has ended, so nothing is called
        assert runtime.replay("t1").is_faithful
    assert SHOP.done == ["tea", "second tea"]


def test_R12_a_run_that_is_completed_is_not_resumed(path: Path) -> None:
    SHOP.leave.set()
    with Runtime(path) as runtime:
        runtime.run(trade, "tea", id="t1")
        with pytest.raises(RunFinished, match="is completed"):
            runtime.resume("t1")


def test_a_saga_whose_process_has_ended_is_undone_by_another(path: Path) -> None:
    leave_behind(path, "t1", started("t1"), ended("t1"))
    with Runtime(path) as runtime:
        (result,) = runtime.recover()
        assert result.status is Status.COMPENSATED
        assert runtime.recover() == []
    assert SHOP.undone == ["tea"]


def test_a_step_of_unknown_outcome_is_undone_with_its_saga(path: Path) -> None:
    leave_behind(path, "t1", started("t1"))
    with Runtime(path) as runtime:
        (result,) = runtime.recover()
        events = [event for event in runtime.events("t1")]
    assert result.status is Status.COMPENSATED
    assert [dict(event.data)["outcome"] for event in events if event.kind == "step.ended"] == ["unknown"]
    assert SHOP.undone == ["tea"]


def test_a_step_of_unknown_outcome_waits_for_a_decision(path: Path) -> None:
    spec = {"function": f"{__name__}:doubt", "args": [], "kwargs": {}}
    leave_behind(path, "t1", started("t1"), spec=spec)
    with Runtime(path) as runtime:
        with pytest.raises(NeedsDecision, match="sell"):
            runtime.resume("t1")
        assert runtime.get_run("t1").status is Status.WAITING
        runtime.decide("t1", "sell", "committed", result="sold before")
        assert runtime.resume("t1").outputs == "sold before"
        with pytest.raises(BadTransition):
            runtime.decide("t1", "sell", "retry")
    assert SHOP.done == []


def test_a_decision_to_try_again_calls_the_step_once(path: Path) -> None:
    spec = {"function": f"{__name__}:doubt", "args": [], "kwargs": {}}
    leave_behind(path, "t1", started("t1"), spec=spec)
    with Runtime(path) as runtime:
        with pytest.raises(NeedsDecision):
            runtime.resume("t1")
        runtime.decide("t1", "sell", "retry")
        assert runtime.resume("t1").outputs == "sold tea"
    assert SHOP.done == ["tea"]


def test_an_idempotent_step_of_unknown_outcome_runs_again(path: Path) -> None:
    spec = {"function": f"{__name__}:doubt", "args": [], "kwargs": {}}
    leave_behind(path, "t1", started("t1", idempotent=True), spec=spec)
    with Runtime(path) as runtime:
        (result,) = runtime.recover()
    assert result.outputs == "sold tea"
    assert SHOP.done == ["tea"]


def test_a_run_whose_owner_is_alive_is_not_taken(path: Path, shop: Shop) -> None:
    with Runtime(path) as one, Runtime(path) as two:
        driven = one.saga("trade", id="t1").open()
        driven.step(shop.sell, "tea", undo=shop.take_back)
        driven.checkpoint()
        with pytest.raises(RunTaken):
            two.resume("t1")
        with pytest.raises(RunTaken):
            one.saga("trade", id="t1").open()
        assert two.recover() == []
        driven.finish()


def test_a_run_that_ends_while_its_owner_is_looked_for_stays_as_it_ended(
    path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Runtime(path) as one, Runtime(path) as two:
        driven = one.saga("trade", id="t1").open()
        driven.step(shop.sell, "tea", undo=shop.take_back)

        def end(owner: str) -> bool:
            driven.finish()
            return False

        monkeypatch.setattr(two.log, "is_alive", end)
        with pytest.raises(RunFinished):
            two.resume("t1")
        assert two.get_run("t1").status is Status.COMPLETED
        (row,) = two.runs()
        assert row.status == Status.COMPLETED
    assert shop.undone == []


def test_a_run_that_moves_on_while_it_is_looked_for_is_recovered_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_behind(path, "t1", started("t1"), ended("t1"))
    with Runtime(path) as runtime:
        ask = runtime.log.runs

        def look(**wanted: Any) -> list[RunRow]:
            # An engine looks for runs as well, by itself, and the run moves on but once.
            monkeypatch.setattr(runtime.log, "runs", ask)
            rows = ask(**wanted)
            undoing = Draft("run.undoing", {"status": "undoing", "because": "", "cause": "failed"}, "t1")
            runtime.log.append(Append("t1", [undoing]))
            return rows

        monkeypatch.setattr(runtime.log, "runs", look)
        assert [result.status for result in runtime.recover()] == [Status.COMPENSATED]
    assert SHOP.undone == ["tea"]


def test_a_workflow_that_failed_inside_of_another_is_not_begun_again_by_recovering_both(path: Path) -> None:
    inner: dict[str, Any] = {"name": "inner", "steps": [{"id": "refuse", "function": f"{__name__}:refuse"}]}
    outer: dict[str, Any] = {"name": "outer", "steps": [{"id": "inner", "workflow": inner}]}
    leave_workflows(path, {"w1": outer, "w1/inner": inner}, started("w1", "inner", idempotent=True))
    with Runtime(path) as runtime:
        results = runtime.recover()
    assert [(result.run, result.status, result.reason) for result in results] == [
        ("w1", Status.FAILED, ""),
        ("w1/inner", Status.FAILED, ""),
    ]
    assert len(SHOP.times) == 1


def test_a_workflow_inside_of_another_that_its_process_has_left_is_undone_with_units_of_the_same_names(
    path: Path,
) -> None:
    sell_cup: dict[str, Any] = {"id": "sell", "function": "till", "undo": "back", "with": {"item": "tea"}}
    inner: dict[str, Any] = {"name": "inner", "steps": [sell_cup]}
    outer: dict[str, Any] = {"name": "outer", "steps": [{**sell_cup, "id": "own"}, {"id": "inner", "workflow": inner}]}
    own = [started("w1", "own", undo="elsewhere:gone"), ended("w1", "own")]
    whole = [started("w1", "inner", undo="undo of workflow:inner"), ended("w1", "inner")]
    leave_workflows(path, {"w1": outer, "w1/inner": inner}, *own, *whole)
    ends = Draft("run.ended", {"status": "completed", "outputs": {}, "fault": None, "todo": []}, "w1/inner")
    write(path, "w1/inner", started("w1/inner", undo="elsewhere:gone"), ended("w1/inner"), ends)
    with Runtime(path, units={"till": sell, "back": take_back}) as runtime:
        runtime.cancel("w1")
        result = runtime.get_run("w1")
        child = runtime.get_run("w1/inner")
    assert (result.status, child.status) == (Status.COMPENSATED, Status.COMPENSATED)
    assert SHOP.undone == ["tea", "tea"]


def test_a_step_of_unknown_outcome_in_a_workflow_inside_of_another_lets_both_wait(path: Path) -> None:
    inner: dict[str, Any] = {
        "name": "inner",
        "steps": [{"id": "sell", "function": "till", "undo": "back", "with": {"item": "tea"}}],
    }
    outer: dict[str, Any] = {"name": "outer", "steps": [{"id": "inner", "workflow": inner}]}
    runs = {"w1": outer, "w1/inner": inner}
    leave_workflows(path, runs, started("w1", "inner", idempotent=True, arguments={}))
    write(path, "w1/inner", started("w1/inner"))
    with Runtime(path, units={"till": sell, "back": take_back}) as runtime:
        results = {result.run: result for result in runtime.recover()}
        assert {run: result.status for run, result in results.items()} == dict.fromkeys(runs, Status.WAITING)
        assert "run 'w1/inner' waits: nobody knows whether" in results["w1"].reason
        assert "runtime." not in results["w1"].reason  # it is read by commands and clients too
        runtime.decide("w1/inner", "sell", "committed", result="sold tea")
        runtime.decide("w1", "inner", "retry")
        assert runtime.resume("w1").status is Status.COMPLETED
        assert runtime.get_run("w1/inner").status is Status.COMPLETED
        assert runtime.replay("w1").problems == []
    assert (SHOP.done, SHOP.undone) == ([], [])


def test_a_run_that_somebody_else_takes_over_meanwhile_is_left_to_them(
    path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_behind(path, "t1", started("t1"), ended("t1"))
    with Runtime(path) as one, Runtime(path) as two:
        taken: list[Saga] = []

        def take(owner: str) -> bool:
            taken.append(one.saga("trade", id="t1").open())
            return False

        monkeypatch.setattr(two.log, "is_alive", take)
        with pytest.raises(RunTaken):
            two.saga("trade", id="t1").open()
        taken[0].step(shop.sell, "tea", undo=shop.take_back)
        assert taken[0].finish().status is Status.COMPLETED


def test_a_run_that_waits_for_nobody_is_cancelled_and_undone(path: Path) -> None:
    leave_behind(path, "t1", started("t1"), ended("t1"))
    with Runtime(path) as runtime:
        runtime.cancel("t1", "not needed")
        assert runtime.get_run("t1").status is Status.COMPENSATED
        with pytest.raises(RunFinished):
            runtime.cancel("t1")
    assert SHOP.undone == ["tea"]


def test_an_undo_that_can_not_be_found_escalates(path: Path) -> None:
    leave_behind(path, "t1", started("t1", undo="nowhere:gone"), ended("t1"))
    with Runtime(path) as runtime:
        (result,) = runtime.recover()
    assert result.status is Status.ESCALATED
    assert "undo 'sell' by hand" in result.todo[0]


def test_a_function_meets_the_same_error_when_it_is_called_again(path: Path) -> None:
    @unit(effect=False)
    def fail() -> None:
        SHOP.refuse()

    def stubborn(saga: Saga) -> str:
        try:
            saga.step(fail, name="fail")
        except StepFailed as error:
            return error.type.rpartition(".")[2]
        return "worked"

    with Runtime(path) as runtime:
        assert runtime.run(stubborn, id="s1") == "Refused"


@saga
def serve(saga: Saga, *, guest: str = "me") -> Any:
    first = saga.step(sell, "tea", undo=take_back)
    both = saga.fan_out([(sell, "cup"), (sell, "pot")], name="both")
    if guest == "nobody":
        saga.step(refuse, name="last")
    return [first, *both, saga.step(sell, guest, name="last", undo=nothing_to_undo)]


def test_R12_a_function_is_branched_from_any_of_its_steps(path: Path) -> None:
    with Runtime(path) as runtime:
        runtime.run(serve, id="s1")
        SHOP.done.clear()
        last = runtime.branch("s1", "last", {"guest": "you"})
        assert (last.outputs, SHOP.done) == (["sold tea", "sold cup", "sold pot", "sold you"], ["you"])
        both = runtime.branch("s1", "both", id="s2")
        assert both.run == "s2"
        assert (both.outputs, len(SHOP.done)) == (["sold tea", "sold cup", "sold pot", "sold me"], 4)
        begun, *_ = [event for event in runtime.events(last.run)]
        assert begun.data["branch_of"] == "s1"
        assert runtime.replay(last.run).problems == []


def test_a_branch_never_undoes_what_the_older_run_did(path: Path) -> None:
    with Runtime(path) as runtime:
        runtime.run(serve, id="s1")
        with pytest.raises(StepFailed):
            runtime.branch("s1", "last", {"guest": "nobody"})
        rows = runtime.runs()
    assert (rows[-1].status, SHOP.undone) == (Status.FAILED, [])


def test_what_can_not_be_branched_is_refused_with_the_reason(path: Path) -> None:
    with Runtime(path) as runtime:
        with runtime.saga("trade", id="t1") as driven:
            driven.step(sell, "tea")
        with pytest.raises(BadInput, match="'t1' is a saga without a function"):
            runtime.branch("t1", "sell")
        runtime.run(serve, id="s1")
        with pytest.raises(BadInput, match="must be JSON"):
            runtime.branch("s1", "last", {"guest": object()})  # type: ignore[dict-item]
        with pytest.raises(NoSuchStep, match="run 's1' has no step 'nowhere'; it has sell, both/0, both/1, last"):
            runtime.branch("s1", "nowhere")
        assert [row.run for row in runtime.runs()] == ["t1", "s1"]


def test_a_run_that_the_log_does_not_have_is_named() -> None:
    with Runtime() as runtime:
        for ask in (runtime.resume, runtime.get_run, runtime.cancel, runtime.replay):
            with pytest.raises(NoSuchRun, match="nowhere"):
                ask("nowhere")


def test_a_saga_that_was_cancelled_while_it_finished_can_be_gone_on_with(path: Path) -> None:
    look = unit(sell, effect=False)
    with Runtime(path) as runtime:
        with pytest.raises(RunFailed, match="is cancelled"):
            with runtime.saga("trade", id="t1") as saga:
                saga.step(look, "tea")
                runtime.cancel("t1", "enough")
        with runtime.saga("trade", id="t1") as saga:
            saga.step(look, "tea")
        assert runtime.get_run("t1").status is Status.COMPLETED


def test_a_saga_that_needs_a_decision_in_its_end_can_be_gone_on_with_in_the_same_runtime(path: Path) -> None:
    with Log(path) as log:
        data: dict[str, Json] = {"kind": "saga", "name": "trade", "status": "running", "owner": log.owner(), "fence": 1}
        step: dict[str, Json] = {"step": "pay", "attempt": 1, "unit": "pay", "effect": False}
        log.append(Append("t1", [Draft("run.started", data, "t1"), Draft("step.started", step, "t1")]))
    with Runtime(path) as runtime:
        with pytest.raises(NeedsDecision):
            with runtime.saga("trade", id="t1"):
                pass
        runtime.decide("t1", "pay", "committed")
        with runtime.saga("trade", id="t1") as saga:
            saga.step(sell, "tea", name="pay")
        assert runtime.get_run("t1").status is Status.COMPLETED


def test_a_saga_that_has_ended_early_lets_go_of_its_run_once(path: Path) -> None:
    with Runtime(path) as runtime:
        first = runtime.saga("trade", id="t1", deadline=0.0)
        with pytest.raises(RunFinished, match="timed_out"):
            with first:
                with pytest.raises(RunFailed, match="timed_out"):
                    first.step(sell, "tea")
                second = runtime.saga("trade", id="t1").open()
                first.step(sell, "tea")
        with pytest.raises(RunTaken):  # the first one has let go of its own hold, and not of that of the second
            runtime.saga("trade", id="t1").open()
        second.finish()


def test_a_run_is_not_gone_on_with_as_one_of_another_kind(path: Path) -> None:
    workflow: dict[str, Any] = {"name": "w", "steps": [{"id": "a", "function": "refuse"}]}
    with Runtime(path, units={"refuse": refuse}) as runtime:
        runtime.run_workflow(workflow, id="w1", check=False)
        with pytest.raises(Refused):
            with runtime.saga("trade", id="t1") as saga:
                saga.step(unit(refuse, effect=False))
        before = [len([event for event in runtime.events(run)]) for run in ("w1", "t1")]
        with pytest.raises(BadInput, match="'w1' is a workflow and no saga"):
            runtime.saga("trade", id="w1").open()
        with pytest.raises(BadInput, match="'w1' is a workflow and no saga"):
            runtime.run(trade, "tea", id="w1")
        with pytest.raises(BadInput, match="'t1' is a saga and no workflow"):
            runtime.run_workflow(workflow, id="t1")
        assert [len([event for event in runtime.events(run)]) for run in ("w1", "t1")] == before
        assert runtime.resume("w1").status is Status.FAILED  # it can still be gone on with as what it is


def test_a_run_is_not_gone_on_with_as_another_function(path: Path) -> None:
    SHOP.leave.set()
    with Runtime(path) as runtime:
        runtime.run(trade, "tea", id="done")
        SHOP.leave.clear()
        with pytest.raises(Refused):
            runtime.run(trade, "tea", id="failed")
        with runtime.saga("by hand", id="block") as saga:
            saga.step(unit(sell, effect=False), "tea")
        before, sold = runtime.log.read_all(), list(SHOP.done)
        for run in ("done", "failed"):
            with pytest.raises(BadInput, match=rf"'{run}' was begun as the function '.*:trade', and '.*:doubt' is"):
                runtime.run(doubt, id=run)
            with pytest.raises(BadInput, match=rf"'{run}' was begun as the function '.*:trade', and '.*:other_color'"):
                runtime.run(other_color, id=run)
        with pytest.raises(BadInput, match="'block' was begun as the saga 'by hand', and not as a function"):
            runtime.run(doubt, id="block")
        assert (runtime.log.read_all(), SHOP.done) == (before, sold)


def test_what_the_log_keeps_of_an_error_names_no_call_of_the_library(path: Path) -> None:
    @saga
    def give_up(saga: Saga) -> None:
        saga.step(sell, "tea", undo=take_back)
        saga.step(unit(refuse, effect=False))

    with Runtime(path) as runtime:
        with pytest.raises(
            StepFailed, match=r"see its events with runtime.events\(run\)"
        ):  # who is told has it at hand
            runtime.run(give_up, id="t1")
        result = runtime.get_run("t1")
        assert result.fault is not None
        assert result.fault.message.startswith("step 'refuse' ended failed: tests.runtime.trade.Refused")
        assert "runtime.events" not in "".join(str(event.data) for event in runtime.log.read_all())


def test_a_function_is_the_same_under_the_name_that_it_was_given_wherever_it_is(path: Path) -> None:
    SHOP.leave.set()

    def moved(saga: Saga, item: str) -> Any:
        return f"{item} is not sold twice"

    with Runtime(path) as runtime:
        sold = runtime.run(trade, "tea", id="t1")
        with pytest.raises(BadInput, match=r"say so with @saga\(name='trade'\)"):
            runtime.run(moved, "tea", id="t1")
        assert runtime.run(saga(name="trade")(moved), "tea", id="t1") == sold
        assert runtime.run(saga(name="sale")(trade.function), "tea", id="t1") == sold
    with Runtime(path, units={trade.path: moved}) as runtime:  # as `resume` would find it
        assert runtime.run(moved, "tea", id="t1") == sold


@pytest.mark.parametrize("deadline", [-1, float("nan"), "soon"])
def test_a_deadline_that_is_none_is_refused(path: Path, deadline: Any) -> None:
    with Runtime(path, units={"sell": sell}) as runtime:
        with pytest.raises(BadTimeout):
            runtime.saga("trade", deadline=deadline)
        with pytest.raises(BadTimeout):
            runtime.run_workflow({"name": "w", "steps": [{"id": "a", "function": "sell"}]}, deadline=deadline)


def test_a_deadline_that_never_comes_is_none(path: Path) -> None:
    with Runtime(path) as runtime:
        with runtime.saga("trade", deadline=float("inf")) as saga:
            saga.step(sell, "tea", undo=nothing_to_undo)
        assert saga.status is Status.COMPLETED


@saga
def meddle(saga: Saga, runtime: Runtime) -> None:
    saga.step(sell, "tea", undo=take_back)
    runtime.saga("other", id="taken").open()


def test_a_run_that_somebody_else_drives_is_a_failure_of_the_function_that_wants_it(path: Path) -> None:
    SHOP.undone.clear()
    with Runtime(path) as one, Runtime(path) as other, one.saga("other", id="taken") as taken:
        taken.step(sell, "cup", undo=nothing_to_undo)
        with pytest.raises(RunTaken):
            other.run(meddle, other, id="meddles")
        assert other.get_run("meddles").status is Status.COMPENSATED
    assert SHOP.undone == ["tea"]
