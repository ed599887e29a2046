"""Replay: a log that a driver has led to verifies, and one that was tampered with or misled does not."""

from __future__ import annotations

from dataclasses import replace

from duotone.runtime.drivers.replaying import Moment, replay
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.saga import Plan, SagaDriver
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.events import Event
from duotone.runtime.outcomes import Outcome, Status
from tests.runtime.drivers.flows import Flow, FlowStep, Python
from tests.runtime.drivers.playing import Player, Trait, World

PARTS = [Plan("a", "do", retry=Retry(attempts=2, delay=3)), Plan("b", "do"), Plan("c", "do")]


def played(world: World) -> list[Event]:
    return Player(SagaDriver(PARTS), world).start().play().events


def problems(events: list[Event]) -> list[str]:
    return [moment.problem for moment in replay(SagaDriver(PARTS), events) if moment.problem]


def test_a_replay_tells_the_state_after_each_event() -> None:
    events = played(World({"a": [Outcome.FAILED, Outcome.OK], "c": [Outcome.FAILED]}))
    moments = list(replay(SagaDriver(PARTS), events))
    assert [moment.problem for moment in moments] == [None] * len(events)
    assert [moment.phase for moment in moments if moment.step == "a"] == [
        Phase.IN_FLIGHT,
        Phase.FAILED,
        Phase.RETRYING,
        Phase.IN_FLIGHT,
        Phase.COMMITTED,
        Phase.UNDOING,
        Phase.UNDONE,
    ]
    assert moments[-1] == Moment(events[-1], Status.COMPENSATED, None, None)


def test_a_step_that_is_left_out_is_seen() -> None:
    events = played(World())
    assert problems(events[:3] + events[5:]) == [
        "step.started of c was not asked for at event 6",
        "run.ended of r was not asked for at event 8",
    ]


def test_another_end_than_the_one_that_follows_is_seen() -> None:
    events = played(World())
    events[-1] = replace(events[-1], data={**events[-1].data, "outputs": {"a": 5}})
    assert problems(events) == ["run.ended of r was not asked for at event 8"]


def test_a_step_that_runs_again_after_it_was_committed_ends_the_replay() -> None:
    events = played(World())
    again = replace(events[1], seq=4)
    assert problems([*events[:3], again, *events[3:]]) == [
        "step 'a' is committed and can't become in_flight; it may become undoing"
    ]


def test_an_end_without_a_start_or_of_another_attempt_is_seen() -> None:
    events = played(World())
    assert problems([events[0], *events[2:]])[0] == "step.ended of a was not asked for at event 3"
    other = replace(events[2], data={**events[2].data, "attempt": 2})
    assert problems([*events[:2], other, *events[3:]]) == ["step.ended of a was not asked for at event 3"]


def test_an_undo_that_nobody_asked_for_is_seen() -> None:
    events = played(World({"b": [Outcome.FAILED]}))
    without = [event for event in events if event.kind != "run.undoing"]
    assert problems(without)[0] == "undo.started of a was not asked for at event 7"


def test_a_signal_that_the_driver_saw_later_than_it_was_written_is_no_fault() -> None:
    player = Player(SagaDriver(PARTS), World()).start()
    for _ in range(3):
        player.turn()
    player.append("signal.cancel", {"by": "me", "reason": "no"})
    events = player.play().events
    signal = next(event for event in events if event.kind == "signal.cancel")
    rest = [event for event in events if event is not signal]
    for place in range(1, 5):
        assert problems([*rest[:place], signal, *rest[place:]]) == []
    assert problems(rest) != []


def test_an_open_saga_is_led_by_its_caller() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.FAILED]})).start()
    for name in "ab":
        driver.add(Plan(name, "do"))
        player.turn()
        player.turn()
    draft = driver.begin_undo("why")
    player.append(draft.kind, draft.data)
    events = player.play().events
    assert not any(moment.problem for moment in replay(SagaDriver(is_open=True), events, is_open=True))


def test_a_workflow_verifies_with_what_was_skipped_refused_and_decided() -> None:
    flow = Flow(
        (
            FlowStep("a"),
            FlowStep("b", ("a",), condition=lambda scope: False),
            FlowStep("c", ("a",), arguments=lambda scope: scope["inputs"]["x"], is_optional=True),
            FlowStep("d", ("b", "c")),
        )
    )
    decisions = iter(["retry", "committed"])
    world = World({"a": [Outcome.UNKNOWN]}, decision_of=lambda step: next(decisions))
    events = Player(WorkflowDriver(flow, {}, Python()), world).start().play().events
    moments = list(replay(WorkflowDriver(flow, {}, Python()), events))
    assert [moment.problem for moment in moments] == [None] * len(events)
    assert {"step.skipped", "step.decided", "run.waiting", "run.resumed"} <= {event.kind for event in events}
    without = [event for event in events if event.kind != "step.skipped"]
    assert any(moment.problem for moment in replay(WorkflowDriver(flow, {}, Python()), without))


def test_a_run_that_was_resumed_and_decided_by_others_verifies() -> None:
    world = World({"a": [Outcome.ABANDONED]}, traits={"": Trait(has_undo=False, has_effect=False)})
    player = Player(SagaDriver(PARTS), world).start().play()
    player.finished = None
    player.append("run.claimed", {"owner": "p", "fence": 2, "status": "failed"})
    player.append("run.resumed", {"status": "running"})
    player.turn()
    player.append("step.decided", {"step": "a", "decision": "committed", "by": "p", "result": 1})
    assert problems(player.play().events) == []
