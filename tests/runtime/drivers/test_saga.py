"""The driver of sagas: order, undo, cancellation, deadlines, late results, resuming."""

from __future__ import annotations

import pytest

from duotone.errors import BadTransition, NeedsDecision, NoSuchStep
from duotone.runtime.commands import Call, Finish, Sleep, Stop, Wait
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.saga import Group, Plan, SagaDriver
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.events import Draft, Json
from duotone.runtime.outcomes import Fault, Outcome, Status
from tests.runtime.drivers.playing import Player, Trait, World

ENDED: dict[str, Json] = {"attempt": 1, "outcome": "ok", "result": 1, "fault": None}


def three() -> SagaDriver:
    return SagaDriver([Plan("a", "do_a"), Plan("b", "do_b"), Plan("c", "do_c")])


def named(player: Player) -> list[str]:
    return [f"{'un' if call.is_undo else ''}{call.step}{call.number}" for call in player.calls]


def end_of(player: Player) -> Finish:
    assert player.finished is not None
    return player.finished


def test_the_steps_of_a_saga_are_called_one_after_the_other() -> None:
    player = Player(three(), World()).start().play()
    assert named(player) == ["a1", "b1", "c1"]
    assert player.most_in_flight == 1
    assert end_of(player) == Finish(Status.COMPLETED, {"a": {"of": "a"}, "b": {"of": "b"}, "c": {"of": "c"}}, todo=[])


def test_a_saga_without_parts_is_completed_at_once() -> None:
    assert end_of(Player(SagaDriver(), World()).start().play()).status is Status.COMPLETED


def test_nothing_is_asked_for_before_the_run_has_started() -> None:
    assert three().decide(1) == []


def test_a_saga_that_was_rolled_back_is_compensated() -> None:
    player = Player(three(), World({"c": [Outcome.FAILED]})).start().play()
    assert named(player) == ["a1", "b1", "c1", "unb1", "una1"]
    assert end_of(player).status is Status.COMPENSATED
    assert end_of(player).fault == Fault("E", "failed")


def test_a_step_that_returned_what_cannot_be_kept_is_undone_although_it_failed() -> None:
    player = Player(three(), World({"b": [Outcome.FAILED]}, had_effect=True)).start().play()
    assert named(player) == ["a1", "b1", "unb1", "una1"]


def test_a_saga_that_failed_in_its_first_step_has_nothing_to_undo_and_is_failed() -> None:
    player = Player(three(), World({"a": [Outcome.CONTRACT_ERROR]})).start().play()
    assert named(player) == ["a1"]
    assert end_of(player).status is Status.FAILED


def test_an_undo_that_fails_for_good_does_not_keep_the_others_from_being_undone() -> None:
    player = Player(three(), World({"c": [Outcome.FAILED]}, {"b": [Outcome.FAILED]})).start().play()
    assert named(player) == ["a1", "b1", "c1", "unb1", "unb2", "unb3", "una1"]
    assert end_of(player).status is Status.ESCALATED
    (line,) = end_of(player).todo
    assert line.startswith("undo 'b' by hand: its undo unb was called 3 times and ended failed with E: failed; ")
    assert line.endswith('outcome ok, key r/b, result {"of": "b"}')


def test_undo_waits_before_it_is_tried_again() -> None:
    player = Player(three(), World({"b": [Outcome.FAILED]}, {"a": [Outcome.FAILED, Outcome.OK]})).start().play()
    pauses = [event for event in player.events if event.kind == "undo.retrying"]
    starts = [event for event in player.events if event.kind == "undo.started"]
    assert len(pauses) == 1
    assert starts[1].at >= pauses[0].data["at"]  # type: ignore[operator]


def test_a_cancelled_saga_stops_what_is_in_flight_and_undoes_it_too() -> None:
    player = Player(three(), World()).start()
    player.turn()
    player.append("signal.cancel", {"by": "me", "reason": "no"})
    assert player.ask() == [Stop("a", "cancelled by me: no")]
    assert named(player.play()) == ["a1", "una1"]
    assert end_of(player).status is Status.COMPENSATED
    assert end_of(player).fault == Fault("Cancelled", "cancelled by me: no", is_retryable=False)


def test_a_cancelled_saga_that_did_nothing_is_cancelled_and_can_be_resumed() -> None:
    player = Player(three(), World(traits={"": Trait(has_undo=False, has_effect=False)})).start()
    player.turn()
    player.append("signal.cancel", {"by": "me", "reason": "no"})
    player.play()
    assert end_of(player).status is Status.CANCELLED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["a1", "a2", "b1", "c1"]
    assert end_of(player).status is Status.COMPLETED


def test_a_cancellation_that_comes_before_the_end_is_heeded_although_all_steps_are_done() -> None:
    player = Player(SagaDriver([Plan("a", "do")]), World()).start()
    player.turn()
    player.turn()
    player.append("signal.cancel", {"by": "me", "reason": "no"})
    assert end_of(player.play()).status is Status.COMPENSATED


def test_a_saga_past_its_deadline_stops_and_undoes() -> None:
    player = Player(three(), World()).start(deadline=100.5)
    assert player.ask()[-1] == Sleep(100.5)
    player.turn()
    player.now = 100.5
    assert player.ask() == [Stop("a", "the deadline of the run has passed")]
    assert end_of(player.play()).status is Status.COMPENSATED


def test_a_saga_past_its_deadline_with_nothing_to_undo_is_timed_out() -> None:
    player = Player(three(), World(traits={"": Trait(has_effect=False)})).start(deadline=100.5)
    assert end_of(player.play()).status is Status.TIMED_OUT


def test_a_failure_before_the_deadline_stays_the_cause_after_it() -> None:
    player = Player(three(), World({"a": [Outcome.FAILED]})).start(deadline=101)
    assert end_of(player.play()).status is Status.FAILED


def test_an_attempt_that_waits_for_a_person_is_not_called_again_before_somebody_decides() -> None:
    player = Player(SagaDriver([Plan("a", "do")]), World(traits={"a": Trait(is_idempotent=True)})).start()
    player.turn()
    fault: Json = {"type": "NeedsDecision", "message": "look there", "retryable": False}
    player.append("step.ended", {"step": "a", "attempt": 1, "outcome": "unknown", "fault": fault})
    player.turn()
    assert player.events[-1].kind == "run.waiting"
    [wait] = player.ask()
    assert isinstance(wait, Wait)
    assert wait.reason.endswith("decide: committed, failed or retry; look there")


def test_an_unknown_outcome_waits_for_a_decision_and_says_so() -> None:
    driver = three()
    player = Player(driver, World({"a": [Outcome.UNKNOWN]}, decision_of=lambda step: "committed")).start()
    for _ in range(3):
        player.turn()
    assert player.events[-1].kind == "run.waiting"
    assert player.ask() == [Wait("nobody knows whether a took effect; decide: committed, failed or retry")]
    assert named(player.play()) == ["a1", "b1", "c1"]
    assert driver.result("a") == 7
    kinds = [event.kind for event in player.events]
    assert kinds.count("step.decided") == kinds.count("run.waiting") == kinds.count("run.resumed") == 1


def test_a_waiting_saga_can_be_cancelled_and_undoes_the_unknown_step() -> None:
    player = Player(three(), World({"a": [Outcome.UNKNOWN]})).start()
    for _ in range(3):
        player.turn()
    player.append("signal.cancel", {"by": "me", "reason": "no"})
    assert named(player.play()) == ["a1", "una1"]


def test_an_undo_that_a_crash_interrupted_is_called_again_without_counting() -> None:
    undo = [Outcome.UNKNOWN, Outcome.UNKNOWN, Outcome.FAILED, Outcome.UNKNOWN, Outcome.FAILED, Outcome.OK]
    player = Player(three(), World({"b": [Outcome.FAILED]}, {"a": undo})).start().play()
    assert named(player)[2:] == [f"una{n}" for n in range(1, 7)]
    assert end_of(player).status is Status.COMPENSATED


def test_an_undo_that_was_cancelled_is_called_again() -> None:
    player = Player(three(), World({"b": [Outcome.FAILED]}, {"a": [Outcome.CANCELLED, Outcome.OK]})).start().play()
    assert end_of(player).status is Status.COMPENSATED


def test_what_returns_late_while_a_retry_is_due_is_taken_for_the_result() -> None:
    driver = SagaDriver([Plan("a", "do", retry=Retry(attempts=2, delay=9))])
    player = Player(driver, World({"a": [Outcome.TIMED_OUT]})).start()
    for _ in range(3):
        player.turn()
    assert driver.step("a").phase is Phase.RETRYING
    player.append("step.late", {"step": "a", "attempt": 1, "outcome": "ok", "result": 5})
    assert named(player.play()) == ["a1"]
    assert end_of(player).outputs == {"a": 5}


def test_an_attempt_that_turned_out_late_to_have_failed_needs_no_undo() -> None:
    player = Player(SagaDriver([Plan("a", "do")]), World({"a": [Outcome.ABANDONED]})).start()
    player.turn()
    player.turn()
    player.append("step.late", {"step": "a", "attempt": 1, "outcome": "failed"})
    assert named(player.play()) == ["a1"]
    assert end_of(player).status is Status.FAILED


def test_what_returns_after_its_undo_is_for_a_person_to_look_at() -> None:
    player = Player(SagaDriver([Plan("a", "do"), Plan("b", "do")]), World({"b": [Outcome.ABANDONED]})).start()
    while player.events[-1].kind != "undo.ended":
        player.turn()
    player.append("step.late", {"step": "b", "attempt": 1, "outcome": "ok", "result": 5})
    assert end_of(player.play()).status is Status.ESCALATED
    assert end_of(player).todo[0].startswith("see whether 'b' is there: it returned after its undo had begun; ")


def test_an_open_saga_calls_what_is_added_and_leaves_failures_to_its_caller() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.FAILED]})).start()
    assert player.ask() == []
    driver.add(Plan("a", "do"))
    driver.add(Plan("b", "do", {"x": 1}, timeout=3))
    assert player.ask() == [Call("a", 1, "do"), Call("b", 1, "do", {"x": 1}, 3)]
    for _ in range(3):
        player.turn()
    assert player.ask() == []
    assert driver.is_over("a")
    assert driver.is_over("b")
    assert driver.finish(3) == Finish(Status.COMPLETED, 3, todo=[])


def test_an_open_saga_is_undone_when_its_caller_says_so() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World()).start()
    for name in "ab":
        driver.add(Plan(name, "do"))
        player.turn()
        player.turn()
    draft = driver.begin_undo("an error", cause=Status.FAILED, fault=Fault("E", "e"))
    player.append(draft.kind, draft.data)
    assert named(player.play()) == ["a1", "b1", "unb1", "una1"]
    assert end_of(player).fault == Fault("E", "e")
    with pytest.raises(BadTransition, match="compensated and can't become undoing"):
        driver.begin_undo("again")


def test_undoing_an_open_saga_stops_what_is_in_flight_first() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World()).start()
    driver.add(Plan("a", "do"))
    player.turn()
    player.append("run.undoing", {"status": "undoing", "because": "why"})
    assert player.ask() == [Stop("a", "why")]
    assert named(player.play()) == ["a1", "una1"]


def test_undoing_an_open_saga_that_did_nothing_ends_as_its_cause_says() -> None:
    for cause in (Status.COMPENSATED, Status.FAILED, Status.CANCELLED, Status.TIMED_OUT):
        driver = SagaDriver(is_open=True)
        player = Player(driver, World()).start()
        draft = driver.begin_undo("why", cause=cause)
        player.append(draft.kind, draft.data)
        assert end_of(player.play()).status is cause


def test_an_open_saga_is_not_finished_while_something_is_in_flight_or_unknown() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.UNKNOWN]})).start()
    driver.add(Plan("a", "do"))
    player.turn()
    with pytest.raises(BadTransition, match="running a and can't become completed"):
        driver.finish()
    player.turn()
    with pytest.raises(NeedsDecision, match="whether a took effect"):
        driver.finish()


def test_an_open_saga_that_goes_on_over_a_step_that_may_have_worked_says_so_at_its_end() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.TIMED_OUT]})).start()
    driver.add(Plan("a", "do", {"n": 1}))
    player.turn()
    player.turn()
    (line,) = driver.finish().todo
    assert line == (
        "see whether 'a' took effect: it ended timed_out and the run went on; "
        'outcome timed_out, key r/a, arguments {"n": 1}'
    )


def test_a_step_that_was_folded_before_its_plan_is_known_is_retried_once_it_is() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.FAILED, Outcome.OK]})).start()
    driver.add(Plan("a", "do"))
    player.turn()
    player.turn()
    resumed = SagaDriver(is_open=True)
    for event in player.events:
        resumed.apply(event)
    assert resumed.decide(0) == []
    assert resumed.is_over("a")
    resumed.add(Plan("a", "do", retry=Retry(attempts=2)))
    assert not resumed.is_over("a")
    assert resumed.decide(0) == [Call("a", 2, "do")]


def test_a_failure_that_an_open_saga_went_on_after_is_not_repeated_when_it_is_resumed() -> None:
    driver = SagaDriver(is_open=True)
    world = World({"a": [Outcome.FAILED], "c": [Outcome.FAILED]}, traits={"": Trait(has_effect=False)})
    player = Player(driver, world).start()
    for name in "abc":
        driver.add(Plan(name, "do"))
        player.turn()
        player.turn()
    draft = driver.begin_undo("c failed", cause=Status.FAILED)
    player.append(draft.kind, draft.data)
    player.play()
    player.append("run.claimed", {"owner": "p", "fence": 2, "status": "failed"})
    player.append("run.resumed", {"status": "running"})
    phases = [driver.step(name).phase for name in "abc"]
    assert phases == [Phase.FAILED, Phase.COMMITTED, Phase.PENDING]


def test_a_committed_step_is_never_started_again() -> None:
    player = Player(three(), World()).start()
    player.turn()
    player.turn()
    with pytest.raises(BadTransition, match="step 'a' is committed and can't become in_flight"):
        player.append("step.started", {"step": "a", "attempt": 2})


def test_an_abandoned_step_waits_for_a_decision_when_its_run_is_resumed() -> None:
    world = World({"b": [Outcome.ABANDONED]}, traits={"": Trait(has_undo=False, has_effect=False)})
    player = Player(three(), world).start().play()
    assert end_of(player).status is Status.FAILED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    player.turn()
    assert isinstance(player.ask()[0], Wait)


def test_a_step_that_returned_after_its_run_had_failed_is_not_repeated() -> None:
    world = World({"b": [Outcome.ABANDONED]}, traits={"": Trait(has_undo=False, has_effect=False)})
    player = Player(three(), world).start().play()
    player.append("step.late", {"step": "b", "attempt": 1, "outcome": "ok", "result": 5})
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["a1", "b1", "c1"]


def test_a_group_goes_on_together_and_the_saga_goes_on_after_it() -> None:
    group = Group("g", [Plan(f"g{n}", "do") for n in range(3)])
    player = Player(SagaDriver([Plan("a", "do"), group, Plan("z", "do")]), World()).start().play()
    assert player.most_in_flight == 3
    outputs = end_of(player).outputs
    assert isinstance(outputs, dict)
    assert outputs["g"] == [{"of": "g0"}, {"of": "g1"}, {"of": "g2"}]


def test_any_takes_the_first_result_and_stops_the_rest() -> None:
    group = Group("g", [Plan(f"g{n}", "do") for n in range(3)], Policy.ANY)
    driver = SagaDriver([group, Plan("z", "do")])
    player = Player(driver, World({"g0": [Outcome.FAILED]})).start().play()
    assert driver.result("g") == {"of": "g1"}
    assert driver.step("g2").outcome is Outcome.CANCELLED
    assert end_of(player).status is Status.COMPLETED
    assert [line.split("'")[1] for line in end_of(player).todo] == ["g2"]


def test_a_group_of_which_too_many_fail_is_undone_with_what_was_before_it() -> None:
    group = Group("g", [Plan(f"g{n}", "do") for n in range(3)], Policy.MAJORITY)
    world = World({"g1": [Outcome.FAILED], "g2": [Outcome.FAILED]})
    player = Player(SagaDriver([Plan("a", "do"), group]), world).start().play()
    assert named(player) == ["a1", "g01", "g11", "g21", "ung01", "una1"]
    assert end_of(player).status is Status.COMPENSATED


def test_a_branch_that_waits_for_its_retry_is_skipped_when_it_is_not_needed() -> None:
    retry = Retry(attempts=5, delay=100)
    group = Group("g", [Plan(f"g{n}", "do", retry=retry) for n in range(2)], Policy.ANY)
    driver = SagaDriver([group])
    player = Player(driver, World({"g0": [Outcome.FAILED]})).start().play()
    assert named(player) == ["g01", "g11"]
    assert driver.step("g0").phase is Phase.SKIPPED


def test_a_group_that_was_lost_is_called_again_but_for_what_has_worked() -> None:
    group = Group("g", [Plan(f"g{n}", "do") for n in range(3)])
    world = World({"g1": [Outcome.FAILED, Outcome.OK]}, traits={"": Trait(has_effect=False)})
    player = Player(SagaDriver([group]), world).start().play()
    assert end_of(player).status is Status.FAILED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["g01", "g11", "g21", "g12", "g22"]
    assert end_of(player).status is Status.COMPLETED


def test_a_group_without_branches_holds_for_all_and_is_refused_otherwise() -> None:
    assert end_of(Player(SagaDriver([Group("g", [])]), World()).start().play()).outputs == {"g": []}
    with pytest.raises(ValueError, match="'g' has no branches"):
        Group("g", [], Policy.ANY)


def test_a_step_that_nobody_knows_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(NoSuchStep, match="no step 'x'; it has a"):
        three().step("x")


def test_drafts_can_be_applied_before_they_are_events() -> None:
    driver = three()
    driver.apply(Draft("run.started", {"status": "running"}, "r"))
    driver.apply(Draft("step.started", {"step": "a", "attempt": 1}, "r"))
    driver.apply(Draft("step.ended", {"step": "a", **ENDED}, "r"))
    assert driver.decide(0) == [Call("b", 1, "do_b")]


def test_what_returns_late_while_the_next_attempt_is_in_flight_changes_nothing() -> None:
    driver = SagaDriver([Plan("a", "do", retry=Retry(attempts=2))])
    player = Player(driver, World({"a": [Outcome.TIMED_OUT, Outcome.OK]})).start()
    player.turn()
    player.turn()
    # Written by the thread that was given up, at a place that the driver had not seen when it started the next one.
    player.append("step.late", {"step": "a", "attempt": 1, "outcome": "ok", "result": 5})
    player.append("step.started", {"step": "a", "attempt": 2})
    player.append("step.ended", {"step": "a", "attempt": 2, "outcome": "ok", "result": 6})
    assert end_of(player.play()).outputs == {"a": 6}


def test_an_undo_that_returned_after_it_was_given_up_has_worked() -> None:
    player = Player(three(), World({"b": [Outcome.FAILED]}, {"a": [Outcome.ABANDONED]})).start()
    while player.events[-1].kind != "undo.ended":
        player.turn()
    player.append("undo.late", {"step": "a", "attempt": 1, "outcome": "ok"})
    assert end_of(player.play()).status is Status.COMPENSATED


def test_a_decision_about_a_step_that_needs_none_does_not_wait_for_one_that_does() -> None:
    player = Player(three(), World({"b": [Outcome.UNKNOWN]})).start()
    player.append("signal.decide", {"step": "b", "decision": "committed", "by": "p"})
    for _ in range(5):
        player.turn()
    player.append("signal.decide", {"step": "a", "decision": "failed", "by": "p"})
    assert player.ask() == [Wait("nobody knows whether b took effect; decide: committed, failed or retry")]


def test_a_decision_that_comes_before_the_crash_was_noticed_counts() -> None:
    player = Player(three(), World({"a": [Outcome.UNKNOWN]})).start()
    player.turn()
    player.append("signal.decide", {"step": "a", "decision": "committed", "by": "p", "result": 3})
    assert named(player.play()) == ["a1", "b1", "c1"]


def test_an_undo_without_a_delay_is_called_again_at_once() -> None:
    parts = [Plan("a", "do", undo_retry=Retry(attempts=2)), Plan("b", "do")]
    player = Player(SagaDriver(parts), World({"b": [Outcome.FAILED]}, {"a": [Outcome.FAILED, Outcome.OK]})).start()
    assert named(player.play()) == ["a1", "b1", "una1", "una2"]
    assert "undo.retrying" not in {event.kind for event in player.events}


def test_a_group_of_an_open_saga_is_over_once_it_is_decided_and_the_rest_has_ended() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"g0": [Outcome.FAILED]})).start()
    driver.add(Group("g", [Plan(f"g{n}", "do") for n in range(2)]))
    player.turn()
    assert not driver.is_over("g")
    player.turn()
    assert driver.fanout("g").is_lost
    assert not driver.is_over("g")
    player.turn()
    assert driver.is_over("g")


def test_a_group_of_an_open_saga_that_held_stays_as_it_is_when_the_saga_is_resumed() -> None:
    driver = SagaDriver(is_open=True)
    world = World({"g0": [Outcome.FAILED], "h0": [Outcome.FAILED]}, traits={"": Trait(has_effect=False)})
    player = Player(driver, world).start()
    for name, policy in (("g", Policy.ANY), ("h", Policy.ALL)):
        driver.add(Group(name, [Plan(f"{name}{n}", "do") for n in range(2)], policy))
        while not driver.is_over(name):
            player.turn()
    draft = driver.begin_undo("h failed", cause=Status.FAILED)
    player.append(draft.kind, draft.data)
    player.play()
    player.append("run.resumed", {"status": "running"})
    assert driver.step("g0").phase is Phase.FAILED
    assert driver.step("h0").phase is Phase.PENDING
    assert driver.fanout("g").is_ok
    assert not driver.fanout("h").is_decided


def test_a_step_that_an_open_saga_has_not_come_to_is_not_called() -> None:
    driver = SagaDriver(is_open=True)
    player = Player(driver, World({"a": [Outcome.UNKNOWN]}, traits={"": Trait(is_idempotent=True)})).start()
    driver.add(Plan("a", "do"))
    player.turn()
    player.turn()
    resumed = SagaDriver(is_open=True)
    for event in player.events:
        resumed.apply(event)
    assert resumed.decide(0) == []
    resumed.add(Plan("a", "do"))
    assert resumed.decide(0) == [Call("a", 2, "do")]


def test_a_late_return_that_had_an_effect_although_it_failed_is_undone() -> None:
    player = Player(SagaDriver([Plan("a", "do")]), World({"a": [Outcome.ABANDONED]})).start()
    player.turn()
    player.turn()
    player.append("step.late", {"step": "a", "attempt": 1, "outcome": "failed", "had_effect": True})
    assert named(player.play()) == ["a1", "una1"]


def test_an_attempt_that_was_taken_for_failed_and_returned_is_undone() -> None:
    player = Player(SagaDriver([Plan("a", "do")]), World({"a": [Outcome.FAILED]})).start()
    player.turn()
    player.turn()
    player.append("step.late", {"step": "a", "attempt": 1, "outcome": "ok", "result": 1})
    assert named(player.play()) == ["a1", "una1"]


def test_what_a_person_decides_goes_before_what_came_late() -> None:
    world = World({"b": [Outcome.ABANDONED]}, traits={"": Trait(has_undo=False, has_effect=False)})
    driver = three()
    player = Player(driver, world).start().play()
    player.append("step.late", {"step": "b", "attempt": 1, "outcome": "ok", "result": 5})
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    player.append("signal.decide", {"step": "b", "decision": "committed", "by": "p", "result": 6})
    player.play()
    assert driver.result("b") == 6


def test_an_event_that_drivers_do_not_know_changes_nothing() -> None:
    driver = three()
    before = driver.to_json()
    driver.apply(Draft("work.dropped", {"what": "x", "where": "y"}, "r"))
    assert driver.to_json() == before
