# Made by `duotone mirror` from ../_async/test_gate.py: edit that file, and run it again.
"""The twelve behaviors of the gate through which all late delivery goes, one test for each but the hundred turns.

A hundred turns at once, with mixed channels, are in `tests/runtime/delivery/test_crowd.py`.
"""

from __future__ import annotations

from pathlib import Path

from duotone.runtime import (
    Channel,
    InProcess,
    InTurn,
    Log,
    Outbox,
    Promise,
    Refusal,
    ask_delivery,
    current_channel,
    turn_channel,
)
from tests.runtime.delivery.ends import End


def work_in_background(outbox: Outbox, session: str = "s") -> Promise | str:
    """What a tool does that is asked to go on in the background: with a promise it does, else it is done at once."""
    answer = ask_delivery("task.completed", "work", session=session)
    if isinstance(answer, Refusal):
        return f"done: {answer}"
    outbox.make(answer)
    return answer


def test_a_turn_without_a_channel_is_promised_nothing(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        assert isinstance(work_in_background(outbox), str)
        assert log.read("s") == []


def test_a_turn_on_a_channel_that_delivers_late_is_granted_a_promise(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        with turn_channel(End()):
            answer = work_in_background(outbox)
        assert isinstance(answer, Promise)
        assert [event.kind for event in log.read("s")] == ["promise.made"]


def test_G1_a_turn_on_a_channel_that_closes_with_it_is_refused_and_the_work_still_runs(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        with turn_channel(InTurn()):
            answer = work_in_background(outbox)
        assert answer == (
            "done: channel 'reply' closes with the turn, so nothing can be delivered on it afterwards; "
            "run it inline and wait for its result in this turn"
        )
        assert outbox.promises() == []


def test_after_a_turn_exactly_what_was_bound_before_is_bound_again(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        outer = End("outer")
        with turn_channel(outer):
            with turn_channel(InTurn()):
                work_in_background(outbox)
            assert current_channel() is outer
        assert current_channel() is None


def test_G10_a_session_that_was_refused_is_served_later_on_a_channel_that_delivers(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        with turn_channel(InTurn()):
            assert isinstance(work_in_background(outbox), str)
        with turn_channel(end):
            answer = work_in_background(outbox)
        assert isinstance(answer, Promise)
        outbox.bind(end)
        outbox.ready(answer, "result")
        assert outbox.drain(30) == []
        assert [notice.data for notice in end.notices] == ["result"]


def test_in_nested_turns_the_innermost_channel_decides(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        bound: list[Channel | None] = [End("a"), InTurn(), End("b"), None]
        with turn_channel(bound[0]):
            first = work_in_background(outbox)
            with turn_channel(bound[1]):
                second = work_in_background(outbox)
                with turn_channel(bound[2]):
                    third = work_in_background(outbox)
                    with turn_channel(bound[3]):
                        fourth = work_in_background(outbox)
        names = [answer.channel if isinstance(answer, Promise) else None for answer in (first, second, third, fourth)]
        assert names == ["a", None, "b", None]


def test_a_stateless_turn_has_its_work_done_inline_and_leaves_nothing_behind(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        with turn_channel(None):
            answer = work_in_background(outbox, "request-1")
        assert isinstance(answer, str)
        assert answer.startswith("done: this turn has no channel")
        assert log.promises() == []


def test_the_command_line_delivers_in_its_own_process(path: Path) -> None:
    lines: list[str] = []
    with Log(path) as log, Outbox(log) as outbox:
        terminal = InProcess(lines.append)
        outbox.bind(terminal)
        with turn_channel(terminal):
            answer = work_in_background(outbox)
        assert isinstance(answer, Promise)
        outbox.ready(answer, "result")
        assert outbox.drain(30) == []
    assert lines == ["[task.completed] result"]


def test_what_is_done_after_the_turn_is_delivered(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(end)
        with turn_channel(end):
            answer = work_in_background(outbox)
        assert isinstance(answer, Promise)
        assert end.notices == []
        outbox.ready(answer, "result")
        assert outbox.drain(30) == []
        assert [(notice.key, notice.data) for notice in end.notices] == [(answer.id, "result")]


def test_what_is_done_after_a_restart_is_delivered(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        with turn_channel(End()):
            work_in_background(outbox)
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(end)
        [standing] = outbox.promises()
        outbox.ready(standing.promise, "result")
        assert outbox.drain(30) == []
        assert [notice.data for notice in end.notices] == ["result"]


def test_what_is_done_reaches_two_subscribers(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        one, two = End(), End()
        outbox.bind(one)
        outbox.bind(two)
        with turn_channel(one):
            answer = work_in_background(outbox)
        assert isinstance(answer, Promise)
        outbox.ready(answer, "result")
        assert outbox.drain(30) == []
        assert [notice.data for notice in one.notices] == [notice.data for notice in two.notices] == ["result"]
