"""The twelve behaviors of the gate through which all late delivery goes, one test for each but the hundred turns.

A hundred turns at once, with mixed channels, are in `tests/runtime/delivery/test_crowd.py`.
"""

from __future__ import annotations

from pathlib import Path

from duotone.runtime import (
    AsyncLog,
    AsyncOutbox,
    Channel,
    InProcess,
    InTurn,
    Promise,
    Refusal,
    ask_delivery,
    current_channel,
    turn_channel,
)
from tests.runtime.delivery.ends import End


async def work_in_background(outbox: AsyncOutbox, session: str = "s") -> Promise | str:
    """What a tool does that is asked to go on in the background: with a promise it does, else it is done at once."""
    answer = ask_delivery("task.completed", "work", session=session)
    if isinstance(answer, Refusal):
        return f"done: {answer}"
    await outbox.make(answer)
    return answer


async def test_a_turn_without_a_channel_is_promised_nothing(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        assert isinstance(await work_in_background(outbox), str)
        assert await log.read("s") == []


async def test_a_turn_on_a_channel_that_delivers_late_is_granted_a_promise(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        with turn_channel(End()):
            answer = await work_in_background(outbox)
        assert isinstance(answer, Promise)
        assert [event.kind for event in await log.read("s")] == ["promise.made"]


async def test_G1_a_turn_on_a_channel_that_closes_with_it_is_refused_and_the_work_still_runs(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        with turn_channel(InTurn()):
            answer = await work_in_background(outbox)
        assert answer == (
            "done: channel 'reply' closes with the turn, so nothing can be delivered on it afterwards; "
            "run it inline and wait for its result in this turn"
        )
        assert await outbox.promises() == []


async def test_after_a_turn_exactly_what_was_bound_before_is_bound_again(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        outer = End("outer")
        with turn_channel(outer):
            with turn_channel(InTurn()):
                await work_in_background(outbox)
            assert current_channel() is outer
        assert current_channel() is None


async def test_G10_a_session_that_was_refused_is_served_later_on_a_channel_that_delivers(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        with turn_channel(InTurn()):
            assert isinstance(await work_in_background(outbox), str)
        with turn_channel(end):
            answer = await work_in_background(outbox)
        assert isinstance(answer, Promise)
        await outbox.bind(end)
        await outbox.ready(answer, "result")
        assert await outbox.drain(30) == []
        assert [notice.data for notice in end.notices] == ["result"]


async def test_in_nested_turns_the_innermost_channel_decides(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        bound: list[Channel | None] = [End("a"), InTurn(), End("b"), None]
        with turn_channel(bound[0]):
            first = await work_in_background(outbox)
            with turn_channel(bound[1]):
                second = await work_in_background(outbox)
                with turn_channel(bound[2]):
                    third = await work_in_background(outbox)
                    with turn_channel(bound[3]):
                        fourth = await work_in_background(outbox)
        names = [answer.channel if isinstance(answer, Promise) else None for answer in (first, second, third, fourth)]
        assert names == ["a", None, "b", None]


async def test_a_stateless_turn_has_its_work_done_inline_and_leaves_nothing_behind(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        with turn_channel(None):
            answer = await work_in_background(outbox, "request-1")
        assert isinstance(answer, str)
        assert answer.startswith("done: this turn has no channel")
        assert await log.promises() == []


async def test_the_command_line_delivers_in_its_own_process(path: Path) -> None:
    lines: list[str] = []
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        terminal = InProcess(lines.append)
        await outbox.bind(terminal)
        with turn_channel(terminal):
            answer = await work_in_background(outbox)
        assert isinstance(answer, Promise)
        await outbox.ready(answer, "result")
        assert await outbox.drain(30) == []
    assert lines == ["[task.completed] result"]


async def test_what_is_done_after_the_turn_is_delivered(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(end)
        with turn_channel(end):
            answer = await work_in_background(outbox)
        assert isinstance(answer, Promise)
        assert end.notices == []
        await outbox.ready(answer, "result")
        assert await outbox.drain(30) == []
        assert [(notice.key, notice.data) for notice in end.notices] == [(answer.id, "result")]


async def test_what_is_done_after_a_restart_is_delivered(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        with turn_channel(End()):
            await work_in_background(outbox)
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(end)
        [standing] = await outbox.promises()
        await outbox.ready(standing.promise, "result")
        assert await outbox.drain(30) == []
        assert [notice.data for notice in end.notices] == ["result"]


async def test_what_is_done_reaches_two_subscribers(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        one, two = End(), End()
        await outbox.bind(one)
        await outbox.bind(two)
        with turn_channel(one):
            answer = await work_in_background(outbox)
        assert isinstance(answer, Promise)
        await outbox.ready(answer, "result")
        assert await outbox.drain(30) == []
        assert [notice.data for notice in one.notices] == [notice.data for notice in two.notices] == ["result"]
