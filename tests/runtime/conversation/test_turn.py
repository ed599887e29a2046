"""The driver of turns: what follows from each event, told by folding."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.runtime.commands import Call
from duotone.runtime.conversation.limits import Limits, Patience
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.rounds import CallTerms
from duotone.runtime.messages import Role, Usage
from duotone.runtime.outcomes import Outcome, Status
from tests.runtime.conversation.talking import Stage, asks, check_messages, says


def test_an_agent_that_only_answers_takes_one_step() -> None:
    stage = Stage([says("hi")]).send().start().play()
    assert stage.calls == ["agent/1"]
    assert stage.state == "idle"
    assert stage.finished is not None
    assert stage.finished.status is Status.COMPLETED
    assert stage.transcript.messages[-1].text == "hi"


def test_an_agent_that_is_done_finishes_the_conversation() -> None:
    assert Stage([says("bye", is_done=True)]).send().start().play().state == "finished"


def test_calls_are_made_before_the_next_step() -> None:
    stage = Stage([asks("c1", "c2"), asks("c3"), says()]).send().start().play()
    assert stage.calls == ["agent/1", "call/c1", "call/c2", "agent/2", "call/c3", "agent/3"]
    assert stage.tools == ["result of call/c1", "result of call/c2", "result of call/c3"]
    assert stage.most_in_flight == 2


def test_calls_that_share_a_lock_never_overlap_and_keep_their_order() -> None:
    def terms(call: object) -> CallTerms:
        return CallTerms(locks=("db",))

    stage = Stage([asks("c1", "c2", "c3"), says()], terms=terms).send().start().play()
    assert stage.calls == ["agent/1", "call/c1", "call/c2", "call/c3", "agent/2"]
    assert stage.most_in_flight == 1


def test_a_call_that_wants_to_be_alone_is() -> None:
    together: list[set[str]] = []
    stage = Stage(
        [asks("c1:read", "c2:move", "c3:read"), says()],
        terms=lambda call: CallTerms(is_parallel=call.name != "move"),
    )
    stage.before = lambda stage: together.append(set(stage.in_flight))
    stage.send().start().play()
    assert {"call/c2"} in together
    assert all(len(one) == 1 for one in together if "call/c2" in one)


def test_a_call_that_fails_is_told_to_the_agent_and_ends_nothing() -> None:
    stage = Stage([asks("c1"), says("sorry")], tool=lambda call: Outcome.FAILED).send().start().play()
    assert stage.state == "idle"
    assert stage.tools == ["look failed: E: failed"]


def test_a_call_is_tried_again_by_its_contract_and_its_last_attempt_counts() -> None:
    given = iter([Outcome.FAILED, "well"])
    terms = CallTerms(retry=Retry(attempts=2, delay=5))
    stage = Stage([asks("c1"), says()], lambda call: next(given), terms=lambda call: terms).send().start().play()
    assert stage.calls == ["agent/1", "call/c1", "call/c1", "agent/2"]
    assert stage.tools == ["well"]


def test_an_agent_that_fails_ends_the_turn_in_error() -> None:
    stage = Stage([Outcome.FAILED]).send().start().play()
    assert stage.state == "error"
    assert stage.transcript.turn is not None
    assert stage.transcript.turn.fault is not None
    assert stage.transcript.is_unanswered


def test_an_agent_is_tried_again_by_its_contract() -> None:
    stage = Stage([Outcome.FAILED, says()], retry=Retry(attempts=2)).send().start().play()
    assert stage.calls == ["agent/1", "agent/1"]
    assert stage.state == "idle"


# -- standing still -----------------------------------------------------------------------------------------------


def test_an_interrupt_stops_the_step_and_pauses_the_turn() -> None:
    stage = Stage([says()]).send().start()
    stage.when("agent/1", lambda stage: stage.signal("interrupt", reason="enough")).play()
    assert stage.state == "paused"
    assert stage.transcript.turn is not None
    assert stage.transcript.turn.reason == "interrupted by me: enough"
    assert stage.resume().play().state == "idle"
    assert stage.calls == ["agent/1", "agent/2"]


def test_calls_that_were_interrupted_or_never_made_are_closed() -> None:
    def terms(call: object) -> CallTerms:
        return CallTerms(locks=("db",))

    stage = Stage([asks("c1", "c2"), says()], terms=terms).send().start()
    stage.when("call/c1", lambda stage: stage.signal("interrupt")).play()
    assert stage.tools == [
        "look was stopped before it had ended; what it has done until then may be there",
        "look was not called: interrupted by me",
    ]
    stage.resume().play()
    assert stage.calls == ["agent/1", "call/c1", "agent/2"]
    check_messages(stage.transcript.messages)


def test_a_pause_lets_what_goes_on_end_and_keeps_the_calls_that_are_left() -> None:
    stage = Stage([asks("c1", "c2"), says()]).send().start()
    stage.when("agent/1", lambda stage: stage.signal("pause")).play()
    assert stage.state == "paused"
    assert stage.calls == ["agent/1"]
    stage.resume().play()
    assert stage.calls == ["agent/1", "call/c1", "call/c2", "agent/2"]
    assert stage.state == "idle"


@pytest.mark.parametrize("kind", ["pause", "interrupt"])
def test_a_wish_that_comes_after_the_last_word_changes_nothing(kind: str) -> None:
    stage = Stage([says()]).send().start()
    stage.ask()
    stage.append("step.started", {"step": "agent/1", "attempt": 1})
    stage.append("step.ended", {"step": "agent/1", "attempt": 1, "outcome": "ok", "result": says()})
    stage.signal(kind)
    assert stage.play().state == "idle"


def test_an_interrupt_before_the_first_step_has_the_same_result() -> None:
    stage = Stage([says()]).send().start().signal("interrupt").play()
    assert stage.state == "paused"
    assert stage.calls == []
    assert stage.resume().play().state == "idle"


def test_a_paused_turn_is_not_paused_again() -> None:
    stage = Stage([says()]).send().start().signal("interrupt").play()
    stage.signal("interrupt").signal("pause")
    assert stage.resume().play().state == "idle"


def test_a_cancelled_run_ends() -> None:
    stage = Stage([asks("c1")]).send().start()
    stage.when("call/c1", lambda stage: stage.signal("cancel")).play()
    assert stage.finished is not None
    assert stage.finished.status is Status.CANCELLED


# -- approval -----------------------------------------------------------------------------------------------------


def test_a_call_that_needs_approval_waits_while_others_are_made() -> None:
    stage = Stage([asks("c1", "c2", c2="ask"), says()]).send().start().play()
    assert stage.state == "waiting"
    assert stage.calls == ["agent/1", "call/c1"]
    assert stage.transcript.turn is not None
    assert stage.transcript.turn.asked == ("c2",)
    stage.signal("approve", call="c2").play()
    assert stage.calls[2:] == ["call/c2", "agent/2"]
    assert stage.state == "idle"


def test_a_call_that_is_rejected_is_not_made_and_the_agent_hears_why() -> None:
    stage = Stage([asks("c1", c1="ask"), says()]).send().start().play()
    stage.signal("reject", call="c1", reason="too risky").play()
    assert stage.calls == ["agent/1", "agent/2"]
    assert stage.tools == ["look was not called: too risky"]


def test_a_call_that_is_denied_is_not_made() -> None:
    stage = Stage([asks("c1", c1="deny"), says()]).send().start().play()
    assert stage.calls == ["agent/1", "agent/2"]
    assert stage.tools == ["look was not called: so"]


def test_two_calls_are_approved_one_after_the_other() -> None:
    stage = Stage([asks("c1", "c2", c1="ask", c2="ask"), says()]).send().start().play()
    stage.signal("approve", call="c1").play()
    assert (stage.state, stage.driver.asked) == ("waiting", ("c2",))
    stage.signal("approve", call="c2").play()
    assert stage.state == "idle"


def test_what_was_said_first_about_a_call_holds() -> None:
    stage = Stage([asks("c1", c1="ask"), says()]).send().start().play()
    stage.signal("reject", call="c1").signal("approve", call="c1").play()
    assert stage.tools == ["look was not called: rejected by me"]


def test_a_turn_that_waits_for_approval_can_be_interrupted() -> None:
    stage = Stage([asks("c1", c1="ask"), says()]).send().start().play()
    stage.signal("interrupt").play()
    assert stage.state == "paused"
    assert stage.tools == ["look was not called: interrupted by me"]
    assert stage.resume().play().state == "idle"


# -- crashes ------------------------------------------------------------------------------------------------------


def test_an_agents_step_of_unknown_outcome_is_taken_again() -> None:
    stage = Stage([says()]).send().start()
    stage.when("agent/1", Stage.crash).play()
    assert stage.calls == ["agent/1", "agent/1"]
    assert stage.state == "idle"


def test_a_call_of_unknown_outcome_is_closed_and_not_made_again() -> None:
    stage = Stage([asks("c1"), says()]).send().start()
    stage.when("call/c1", Stage.crash).play()
    assert stage.calls == ["agent/1", "call/c1", "agent/2"]
    assert "nobody knows" in stage.tools[0]


# -- circles ------------------------------------------------------------------------------------------------------


def again(call: Call) -> dict[str, object]:
    return asks(f"c{call.step}:look")


def test_an_agent_that_repeats_itself_is_told_and_then_stuck() -> None:
    stage = Stage(again, tool=lambda call: "the same").send().start().play()
    assert stage.state == "stuck"
    notices = [message for message in stage.transcript.messages if message.role is Role.NOTICE]
    assert len(notices) == 1
    assert "4 times" in notices[0].text
    assert stage.calls.count("agent/5") == 1
    assert "agent/6" not in stage.calls


def test_an_agent_that_heeds_the_word_goes_on() -> None:
    script = [*(asks(f"c{number}") for number in range(4)), asks("c4:other"), says("got it")]
    assert Stage(script, tool=lambda call: "the same").send().start().play().state == "idle"


def test_errors_that_repeat_count_whatever_is_called() -> None:
    stage = Stage(lambda call: asks(f"c{call.step}:t{call.step}"), tool=lambda call: Outcome.FAILED)
    stage.send().start().play()
    assert stage.state == "stuck"
    assert stage.transcript.turn is not None
    assert stage.transcript.turn.fault is not None
    assert "error" in stage.transcript.turn.fault.message


def test_two_calls_that_take_turns_are_a_circle() -> None:
    names = iter(["a", "b"] * 10)
    stage = Stage(lambda call: asks(f"c{call.step}:{next(names)}"), tool=lambda call: 1).send().start().play()
    assert stage.state == "stuck"
    assert len([call for call in stage.calls if call.startswith("call/")]) == 7


def test_the_same_words_to_nobody_are_a_monologue() -> None:
    stage = Stage([says("waiting"), says("waiting")]).send("tick", Role.NOTICE).start(said=["waiting", 2]).play()
    assert stage.state == "stuck"
    assert stage.calls == ["agent/1", "agent/2"]


def test_the_same_words_to_somebody_who_asks_again_are_none() -> None:
    stage = Stage([says("yes")]).send("sure?").start(said=["yes", 5])
    assert stage.transcript.said == ("", 0)
    assert Stage([says("yes")]).send("sure?").start().play().state == "idle"


def test_no_patience_is_no_detection() -> None:
    patience = Patience(action=0, error=0, alternation=0, monologue=0)
    stage = Stage(again, tool=lambda call: "the same", limits=Limits(iterations=20, patience=patience))
    assert stage.send().start().play().state == "error"
    assert "agent/20" in stage.calls


# -- limits -------------------------------------------------------------------------------------------------------


def fault_in(stage: Stage) -> str:
    assert stage.transcript.turn is not None
    assert stage.transcript.turn.fault is not None
    assert stage.transcript.turn.fault.type == "LimitReached"
    return stage.transcript.turn.fault.message


def test_a_turn_ends_with_its_last_iteration() -> None:
    stage = Stage(lambda call: asks(f"c{call.step}"), limits=Limits(iterations=3)).send().start().play()
    assert stage.state == "error"
    assert "3 iterations" in fault_in(stage)
    assert [call for call in stage.calls if call.startswith("agent/")] == ["agent/1", "agent/2", "agent/3"]
    check_messages(stage.transcript.messages)


def test_an_answer_in_the_last_iteration_counts() -> None:
    stage = Stage([asks("c1"), says()], limits=Limits(iterations=2)).send().start().play()
    assert stage.state == "idle"


def test_a_turn_ends_when_its_time_is_over_and_stops_what_goes_on() -> None:
    def wait(stage: Stage) -> None:
        if "call/c1" in stage.in_flight and stage.now < 110:
            stage.now = 111
            stage.append("signal.tick", {})

    stage = Stage([asks("c1"), says()], limits=Limits(seconds=10)).send().start(until=110.0)
    stage.before = wait
    stage.play()
    assert stage.state == "error"
    assert "10 seconds" in fault_in(stage)
    assert stage.tools == ["look was stopped before it had ended; what it has done until then may be there"]


@pytest.mark.parametrize(("limits", "name"), [(Limits(tokens=100), "100 tokens"), (Limits(cost=2), "2 cost")])
def test_tokens_and_cost_are_those_of_the_whole_conversation(limits: Limits, name: str) -> None:
    spent = Usage(40, 10, 1.0).to_json()
    stage = Stage([asks("c1", tokens=50, cost=1.0), says()], limits=limits).send().start(spent=spent).play()
    assert stage.state == "error"
    assert name in fault_in(stage)
    assert stage.calls == ["agent/1", "call/c1"]


@pytest.mark.parametrize("wrong", [{"iterations": 0}, {"seconds": -1}, {"tokens": 0}, {"cost": 0}, {"history": 0}])
def test_a_limit_that_leaves_nothing_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"limits\."):
        Limits(**wrong)


def test_limits_are_read_from_the_log_as_they_were_written() -> None:
    limits = Limits(5, 1.5, 100, 0.5, 40, Patience(action=7))
    assert Limits.from_json(limits.to_json()) == limits
    with pytest.raises(ValueError, match=r"patience\.error"):
        Patience(error=-1)
