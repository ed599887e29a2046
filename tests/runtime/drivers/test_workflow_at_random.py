"""Random workflows in random worlds: what must hold of every log that a driver leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings

from duotone.runtime.drivers.replaying import replay
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.events import Event
from duotone.runtime.outcomes import Outcome, Status
from tests.runtime.drivers.chances import Case, cases, fates_of
from tests.runtime.drivers.flows import Python
from tests.runtime.drivers.playing import Player, World

QUICK = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
MAYBE = {"ok", "timed_out", "cancelled", "abandoned", "unknown"}


def play(case: Case) -> Player:
    picks: Iterator[int] = iter(case.picks)
    world = World(case.outcomes, case.undos, case.traits, decision_of=lambda step: decisions.pop(step, "committed"))
    decisions = dict.fromkeys(case.outcomes, case.decision)
    driver = WorkflowDriver(case.flow, {}, Python())
    player = Player(driver, world, pick=lambda count: next(picks, 0) % count)
    left = [case.cancel_after]

    def cancel(player: Player) -> bool:
        if left[0] is None:
            return False
        left[0] -= 1
        if left[0] >= 0:
            return False
        left[0] = None
        player.append("signal.cancel", {"by": "me", "reason": "no"})
        return True

    player.before_wait = cancel
    return player.start(deadline=case.deadline).play()


def about(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in events if event.kind == kind]


def check_log(case: Case, player: Player) -> None:
    events = player.events
    check_steps(events)
    check_undo(events, case)
    check_limits(case, player)
    check_needs(case, events)
    assert not any(moment.problem for moment in replay(WorkflowDriver(case.flow, {}, Python()), events))
    assert [event.kind for event in events].count("run.ended") == 1
    assert events[-1].kind == "run.ended"


def check_steps(events: list[Event]) -> None:
    """A committed step is never called again, and every call has exactly one end."""
    committed: set[Any] = set()
    in_flight: dict[tuple[str, Any], Any] = {}
    for event in events:
        what, _, verb = event.kind.partition(".")
        step = event.data.get("step")
        if verb == "started" and what != "run":
            assert what == "undo" or step not in committed
            assert (what, step) not in in_flight
            in_flight[what, step] = event.data["attempt"]
        elif verb == "ended" and what != "run" and event.data["outcome"] != "contract_error":
            assert in_flight.pop((what, step)) == event.data["attempt"]
            if event.data["outcome"] == "ok" and what == "step":
                committed.add(step)
        elif event.kind == "step.ended":
            in_flight.pop((what, step), None)
        elif event.kind == "step.decided" and event.data["decision"] == "committed":
            committed.add(step)
    assert in_flight == {}


def check_undo(events: list[Event], case: Case) -> None:
    """Undo covers exactly what may have worked, the last one first, and each until it works or is given up."""
    undone = list(dict.fromkeys(data["step"] for data in about(events, "undo.started")))
    status = about(events, "run.ended")[-1]["status"]
    if not about(events, "run.undoing"):
        assert undone == []
        assert status in {"completed", "failed", "cancelled", "timed_out"}
        return
    doubtful: dict[str, bool] = {}
    for event in events:
        data: Any = event.data
        if event.kind == "step.ended":
            doubtful[data["step"]] = doubtful.get(data["step"], False) or data["outcome"] in MAYBE
        elif event.kind == "step.decided" and data["decision"] != "retry":
            doubtful[data["step"]] = data["decision"] == "committed"
    order = list(dict.fromkeys(data["step"] for data in about(events, "step.started")))
    owed = [step for step in reversed(order) if doubtful.get(step) and case.traits[step].has_effect]
    assert undone == [step for step in owed if case.traits[step].has_undo]
    worked = {data["step"] for data in about(events, "undo.ended") if data["outcome"] == "ok"}
    assert status == ("compensated" if worked == set(owed) else "escalated")
    todo = about(events, "run.ended")[-1]["todo"]
    assert [line.split("'")[1] for line in todo] == [step for step in owed if step not in worked]


def check_limits(case: Case, player: Player) -> None:
    limit = case.flow.concurrency
    assert limit is None or player.most_in_flight <= limit
    for step in case.flow.steps:
        attempts = step.retry.attempts if step.retry else 1
        ends = [data for data in about(player.events, "step.ended") if data["step"].partition("[")[0] == step.id]
        failed = [(data["step"], data["outcome"]) for data in ends if data["outcome"] in {"failed", "timed_out"}]
        assert all(sum(name == step for step, _ in failed) <= attempts for name, _ in failed)


def check_needs(case: Case, events: list[Event]) -> None:
    """A step is started after all that it needs has settled."""
    needs = {step.id: step.needs for step in case.flow.steps}
    driver = WorkflowDriver(case.flow, {}, Python())
    for event in events:
        if event.kind == "step.started":
            step = str(event.data["step"]).partition("[")[0]
            assert all(driver.seen(need) is not None for need in needs[step])
        driver.apply(event)


@QUICK
@given(cases(is_rough=False))
def test_each_step_comes_to_what_the_model_says(case: Case) -> None:
    player = play(case)
    fates = fates_of(case)
    check_log(case, player)
    fails = any(fates[step.id] == "failed" and not step.is_optional for step in case.flow.steps)
    assert player.finished is not None
    assert (player.finished.status is Status.COMPLETED) == (not fails)
    driver: Any = player.driver
    if case.flow.on_error == "continue" or not fails:
        assert {step.id: driver.seen(step.id)["status"] for step in case.flow.steps} == fates
        assert not about(player.events, "run.undoing")


@QUICK
@given(cases(is_rough=True))
def test_every_log_is_one_that_a_run_may_leave(case: Case) -> None:
    check_log(case, play(case))


@settings(QUICK, max_examples=100)
@given(cases(is_rough=True))
def test_folding_prefix_by_prefix_and_from_snapshots_gives_the_same_commands(case: Case) -> None:
    events = play(case).events
    driver = WorkflowDriver(case.flow, {}, Python())
    for count, event in enumerate(events, 1):
        driver.apply(event)
        commands = driver.decide(event.at)
        whole = WorkflowDriver(case.flow, {}, Python())
        for earlier in events[:count]:
            whole.apply(earlier)
        assert whole.to_json() == driver.to_json()
        assert whole.decide(event.at) == commands
        restored = WorkflowDriver(case.flow, {}, Python())
        restored.restore(driver.to_json())
        assert restored.decide(event.at) == commands
        assert restored.to_json() == driver.to_json()


@settings(QUICK, max_examples=150)
@given(cases(is_rough=True))
def test_a_run_that_can_be_resumed_is_completed_in_a_better_world(case: Case) -> None:
    player = play(case)
    if about(player.events, "run.ended")[-1]["status"] not in {"failed", "cancelled", "timed_out"}:
        return
    before = {data["step"] for data in about(player.events, "step.ended") if data["outcome"] == "ok"}
    called = len(player.calls)
    player.finished, player.before_wait = None, lambda player: False
    player.world.outcome_of, player.world.decision_of = lambda call: Outcome.OK, lambda step: "committed"
    player.append("run.resumed", {"status": "running"})
    player.play()
    assert not before & {call.step for call in player.calls[called:]}
    is_empty = any(step.matrix and not step.matrix({}) and step.policy != "all" for step in case.flow.steps)
    assert about(player.events, "run.ended")[-1]["status"] == "completed" or is_empty
