"""Conversations inside of calls that hold locks: where their waits would close a circle, the last one is refused."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone.errors import WouldDeadlock
from duotone.runtime import AsyncRuntime, Runtime, State, tool
from duotone.runtime.messages import Role, ToolCall
from duotone.runtime.reservations import Reservations
from tests.runtime.talkers import by_name


def caller(turn: Any) -> Any:
    """Call the one tool that there is, and repeat what comes of it."""
    last = turn.messages[-1]
    return last.text if last.role is Role.TOOL else ToolCall("", turn.tools[0].name)


async def caller_on_a_loop(turn: Any) -> Any:
    return caller(turn)


def caller_inside(turn: Any) -> Any:
    return str(turn.call(turn.tools[0].name))


async def caller_inside_on_a_loop(turn: Any) -> Any:
    return str(await turn.call(turn.tools[0].name))


CALLERS: list[Any] = [caller, caller_on_a_loop, caller_inside, caller_inside_on_a_loop]


def work() -> str:
    """Work."""
    return "worked"


def ask_both_on_threads(agent: Any) -> list[str]:
    meeting = threading.Barrier(2, timeout=30)

    def nested(runtime: Runtime, outer: str, inner: str) -> Any:
        inside = runtime.conversation(agent, tools=[tool(work, locks=(inner,))])

        def nest() -> str:
            """Talk to another one, which needs something else."""
            meeting.wait()
            return inside.ask("go").text

        return runtime.conversation(caller, tools=[tool(nest, locks=(outer,))])

    with Runtime() as runtime, ThreadPoolExecutor(2) as pool:
        talks = [nested(runtime, "a", "b"), nested(runtime, "b", "a")]
        results = [future.result(30) for future in [pool.submit(talk.ask, "go") for talk in talks]]
    assert {result.state for result in results} == {State.IDLE}
    return [result.text for result in results]


def ask_both_on_a_loop(agent: Any) -> list[str]:
    async def main() -> list[str]:
        begun = 0
        meeting = asyncio.Event()

        def nested(runtime: AsyncRuntime, outer: str, inner: str) -> Any:
            inside = runtime.conversation(agent, tools=[tool(work, locks=(inner,))])

            async def nest() -> str:
                """Talk to another one, which needs something else."""
                nonlocal begun
                begun += 1
                if begun == 2:
                    meeting.set()
                await meeting.wait()
                return (await inside.ask("go")).text

            return runtime.conversation(caller_on_a_loop, tools=[tool(nest, locks=(outer,))])

        async with AsyncRuntime() as runtime, asyncio.timeout(30):
            talks = [nested(runtime, "a", "b"), nested(runtime, "b", "a")]
            results = await asyncio.gather(*(talk.ask("go") for talk in talks))
        assert {result.state for result in results} == {State.IDLE}
        return [result.text for result in results]

    return asyncio.run(main())


@pytest.mark.parametrize("agent", CALLERS, ids=by_name)
@pytest.mark.parametrize("ask_both", [ask_both_on_threads, ask_both_on_a_loop], ids=by_name)
def test_of_two_that_take_locks_in_opposite_order_one_is_refused_and_the_other_goes_on(
    ask_both: Any, agent: Any
) -> None:
    answers = ask_both(agent)
    assert "worked" in answers
    [refused] = [answer for answer in answers if answer != "worked"]
    assert refused.startswith("work was not called: this wait would never end: call/")
    assert "the locks that are taken inside of it" in refused


def nothing() -> None:
    """Do nothing."""


def test_the_circle_is_in_the_message_and_who_waits_goes_on_once_it_is_broken() -> None:
    locks, told = Reservations(), list[str]()
    assert locks.take(("one", "outer"), ["a"], nothing)
    assert locks.take(("two", "outer"), ["b"], nothing)
    assert not locks.take(("three", "inner"), ["b"], lambda: told.append("three"), [("one", "outer")])
    with pytest.raises(WouldDeadlock) as caught:
        locks.take(("four", "inner"), ["a"], nothing, [("two", "outer")])
    assert caught.value.cycle == ("inner of four", "outer of one", "inner of three", "outer of two")
    locks.leave(("two", "outer"))
    assert told == ["three"]
    assert locks.take(("three", "inner"), ["b"], nothing, [("one", "outer")])


def test_who_waits_for_a_call_is_overtaken_by_what_goes_on_inside_of_it() -> None:
    locks = Reservations()
    assert locks.take(("one", "outer"), ["a"], nothing)
    assert not locks.take(("two", "both"), ["a", "b"], nothing)
    assert not locks.take(("three", "late"), ["b"], nothing)  # nobody else may
    assert locks.take(("four", "inner"), ["b"], nothing, [("one", "outer")])


def test_who_waits_for_a_call_over_others_is_overtaken_as_well() -> None:
    locks = Reservations()
    assert locks.take(("one", "outer"), ["a"], nothing)
    assert locks.take(("two", "other"), ["c"], nothing)
    assert not locks.take(("three", "first"), ["b", "c"], nothing)
    assert not locks.take(("four", "inner"), ["a"], nothing, [("two", "other")])
    assert locks.take(("five", "inner"), ["b"], nothing, [("one", "outer")])


def test_a_circle_over_three_is_refused() -> None:
    locks = Reservations()
    outer = [(name, "outer") for name in "abc"]
    for name, key in zip("abc", outer, strict=True):
        assert locks.take(key, [name], nothing)
    assert not locks.take(("d", "inner"), ["b"], nothing, outer[:1])
    assert not locks.take(("e", "inner"), ["c"], nothing, outer[1:2])
    with pytest.raises(WouldDeadlock):
        locks.take(("f", "inner"), ["a"], nothing, outer[2:])


def test_waits_side_by_side_are_no_circle() -> None:
    locks = Reservations()
    assert locks.take(("one", "outer"), ["a"], nothing)
    assert locks.take(("two", "outer"), ["b"], nothing)
    assert not locks.take(("three", "inner"), ["b"], nothing, [("one", "outer")])
    assert not locks.take(("four", "plain"), ["a"], nothing)
    assert not locks.take(("five", "inner"), ["b"], nothing, [("one", "outer")])
