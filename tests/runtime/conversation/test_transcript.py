"""The transcript: what an agent is shown of a session, whatever came when."""

from __future__ import annotations

from typing import Any

from duotone.runtime.conversation.transcript import Transcript
from duotone.runtime.events import Event
from duotone.runtime.messages import Message, Role, ToolCall
from duotone.runtime.outcomes import Outcome
from tests.runtime.conversation.talking import Stage, asks, check_messages, says


def shown(transcript: Transcript) -> list[str]:
    return [f"{message.role}: {message.text}" for message in transcript.messages]


def test_results_follow_the_order_of_the_calls_and_what_is_said_meanwhile_comes_after() -> None:
    stage = Stage([asks("c1", "c2"), says("both")]).send("go").start()

    def talk(stage: Stage) -> None:
        stage.send("and quickly")
        stage.end(stage.in_flight["call/c2"], Outcome.OK, "two")

    stage.when("call/c2", talk).play()
    expected = ["user: go", "agent: ", "tool: result of call/c1", "tool: two", "user: and quickly", "agent: both"]
    assert shown(stage.transcript) == expected
    assert not stage.transcript.is_unanswered


def test_a_message_that_no_reply_has_seen_is_unanswered() -> None:
    stage = Stage([says("hi")]).send("first").start()
    stage.when("agent/1", lambda stage: stage.send("second")).play()
    assert stage.state == "idle"
    assert stage.transcript.is_unanswered


def test_a_call_that_goes_on_is_shown_as_such() -> None:
    stage = Stage([asks("c1"), says()]).send().start()
    seen: list[list[str]] = []

    def look(stage: Stage) -> None:
        seen.append(stage.tools)
        stage.send("hm")

    stage.when("call/c1", look).play()
    assert seen == [["look has not ended"]]


def test_what_comes_late_is_told_once_the_agent_has_gone_on() -> None:
    stage = Stage([asks("c1:dig"), says(), says()]).send().start()
    stage.when("call/c1", lambda stage: stage.signal("interrupt")).play()
    data: dict[str, Any] = {"step": "call/c1", "attempt": 1, "outcome": "ok", "result": "gold"}
    stage.resume().play()
    stage.append("step.late", data)
    last = stage.transcript.messages[-1]
    assert last.role is Role.NOTICE
    assert last.text == "The call c1 of dig, which had been given up, has returned: gold"


def test_what_comes_late_but_before_the_next_step_is_the_result() -> None:
    stage = Stage([asks("c1:dig"), says()]).send().start()
    stage.when("call/c1", lambda stage: stage.signal("interrupt")).play()
    stage.append("step.late", {"step": "call/c1", "attempt": 1, "outcome": "ok", "result": "gold"})
    assert stage.tools == ["gold"]


def test_calls_inside_of_a_step_are_shown_before_its_words() -> None:
    stage = Stage([says("found it")]).send().start()

    def look(stage: Stage) -> None:
        call = ToolCall("i1", "look", {}).to_json()
        stage.append("step.started", {"step": "call/i1", "attempt": 1, "within": "agent/1", "call": call})
        stage.append("step.ended", {"step": "call/i1", "attempt": 1, "outcome": "ok", "result": {"n": 1}})

    stage.when("agent/1", look).play()
    assert shown(stage.transcript) == ["user: hello", "agent: ", 'tool: {"n": 1}', "agent: found it"]
    check_messages(stage.transcript.messages)
    assert stage.transcript.call_ids == {"i1"}


def event(kind: str, **data: Any) -> Event:
    return Event(1, "s", 1, kind, 0.0, None, data, "")


def test_a_fork_begins_with_what_was_said_before_it() -> None:
    transcript = Transcript()
    said = [Message(Role.USER, "a").to_json(), Message(Role.AGENT, "b").to_json()]
    transcript.apply(event("conversation.forked", of="parent", at=3, messages=said, forks=["grandparent"]))
    assert shown(transcript) == ["user: a", "agent: b"]
    assert transcript.forks == ["grandparent", "parent"]
    assert not transcript.is_unanswered


def test_a_summary_stands_for_older_messages_but_never_for_what_the_agent_was_told_first() -> None:
    transcript = Transcript()
    transcript.apply(event("conversation.started", agent="a", system="be kind"))
    for text in "abcd":
        transcript.apply(event("message.sent", message=Message(Role.USER, text).to_json()))
    upto, older = transcript.older(2)
    assert (upto, [message.text for message in older]) == (3, ["a", "b"])
    transcript.apply(event("conversation.compacted", upto=upto, summary="a and b"))
    assert shown(transcript) == ["system: be kind", "notice: a and b", "user: c", "user: d"]
    assert [message.text for message in transcript.older(1)[1]] == ["a and b", "c"]


def test_nothing_was_said_in_the_beginning() -> None:
    transcript = Transcript()
    assert (transcript.messages, transcript.state, transcript.is_unanswered) == ([], "idle", False)
    transcript.apply(event("something.else"))
    assert transcript.seq == 1


def test_a_saga_of_the_same_session_is_not_taken_for_a_turn() -> None:
    stage = Stage([says("hi")]).send().start().play()
    begun: dict[str, Any] = {"kind": "saga", "status": "running", "owner": "o", "fence": 1}
    stage.transcript.apply(Event(99, "s", 99, "run.started", 1.0, "t1", begun, ""))
    stage.transcript.apply(Event(100, "s", 100, "run.ended", 1.0, "t1", {"status": "failed"}, ""))
    assert (stage.transcript.turn and stage.transcript.turn.run, stage.transcript.state) == ("r", "idle")
