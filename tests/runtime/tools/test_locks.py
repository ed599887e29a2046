"""Locks of tools: calls that name the same never overlap, in whichever conversations of a runtime they are made."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone import offload
from duotone.runtime import AsyncRuntime, Runtime, State, tool
from duotone.runtime.conversation.states import TurnResult
from duotone.runtime.messages import Reply, Role, ToolCall
from duotone.runtime.reservations import Reservations
from tests.runtime.delivery.ends import wait_until


class Desk:
    """Tools that note how many of them are at work at once."""

    def __init__(self) -> None:
        self.going = self.most = self.count = 0
        self._changing = threading.Lock()

    def work(self) -> str:
        """Work at the desk."""
        with self._changing:
            self.count += 1
            self.going += 1
            self.most = max(self.most, self.going)
        time.sleep(0.01)
        with self._changing:
            self.going -= 1
        return "worked"

    async def work_on_a_loop(self) -> str:
        """Work at the desk."""
        return await offload(self.work)


def caller(turn: Any) -> Any:
    last = turn.messages[-1]
    return last.text if last.role is Role.TOOL else Reply(calls=[ToolCall("", "work"), ToolCall("", "work")])


async def caller_on_a_loop(turn: Any) -> Any:
    return caller(turn)


def caller_inside(turn: Any) -> str:
    return str(turn.call("work")) + str(turn.call("work"))


async def caller_inside_on_a_loop(turn: Any) -> str:
    return str(await turn.call("work")) + str(await turn.call("work"))


AGENTS: list[Any] = [caller, caller_on_a_loop, caller_inside, caller_inside_on_a_loop]


def ask_all_sync(tools: Sequence[Any]) -> list[TurnResult]:
    with Runtime() as runtime, ThreadPoolExecutor(8) as pool:
        talks = [runtime.conversation(AGENTS[number % 4], tools=tools) for number in range(8)]
        results = list(pool.map(lambda talk: talk.ask("go"), talks))
        for talk in talks:
            talk.close()
    return results


def ask_all_async(tools: Sequence[Any]) -> list[TurnResult]:
    async def main() -> list[TurnResult]:
        async with AsyncRuntime() as runtime:
            talks = [runtime.conversation(AGENTS[number % 4], tools=tools) for number in range(8)]
            results = await asyncio.gather(*(talk.ask("go") for talk in talks))
            for talk in talks:
                await talk.close()
            return results

    return asyncio.run(main())


@pytest.mark.parametrize("color", ["sync", "async"])
@pytest.mark.parametrize("ask_all", [ask_all_sync, ask_all_async])
def test_calls_of_many_conversations_that_name_the_same_lock_never_overlap(ask_all: Any, color: str) -> None:
    desk = Desk()
    work = desk.work if color == "sync" else desk.work_on_a_loop
    results = ask_all([tool(work, name="work", locks=("desk",))])
    assert {result.state for result in results} == {State.IDLE}
    assert (desk.count, desk.most) == (16, 1)


@pytest.mark.parametrize("agent", [caller, caller_on_a_loop])
def test_a_call_that_waits_for_another_conversation_can_be_interrupted_and_is_never_made(agent: Any) -> None:
    begun, leave, made = threading.Event(), threading.Event(), list[str]()

    def hold() -> str:
        """Keep the desk."""
        begun.set()
        leave.wait(30)
        return "held"

    def work() -> str:
        """Work at the desk."""
        made.append("work")
        return "worked"

    def holder(turn: Any) -> Any:
        last = turn.messages[-1]
        return last.text if last.role is Role.TOOL else ToolCall("", "hold")

    with Runtime() as runtime, ThreadPoolExecutor(2) as pool:
        one = runtime.conversation(holder, tools=[tool(hold, locks=("desk",))])
        two = runtime.conversation(agent, tools=[tool(work, locks=("desk",))])
        first = pool.submit(one.ask, "go")
        begun.wait(30)
        second = pool.submit(two.ask, "go")
        wait_until(lambda: any(event.kind == "step.ended" for event in two.events()))
        assert two.interrupt("enough")
        assert second.result(30).state is State.PAUSED
        leave.set()
        assert first.result(30).text == "held"
        assert made == []


def test_a_call_inside_of_one_that_has_the_lock_has_it_too() -> None:
    with Runtime() as runtime:
        inner = runtime.conversation(caller, tools=[tool(Desk().work, name="work", locks=("desk",))])

        def nest() -> str:
            """Talk to another one."""
            return inner.ask("go").text

        def agent(turn: Any) -> Any:
            last = turn.messages[-1]
            return last.text if last.role is Role.TOOL else ToolCall("", "nest")

        outer = runtime.conversation(agent, tools=[tool(nest, locks=("desk",))])
        assert outer.ask("go").text == "worked"


def test_an_abandoned_call_holds_no_lock() -> None:
    leave = threading.Event()

    def hang() -> None:
        """Hang."""
        leave.wait(30)

    def agent(turn: Any) -> Any:
        last = turn.messages[-1]
        return last.text if last.role is Role.TOOL else ToolCall("", turn.tools[0].name)

    with Runtime() as runtime:
        one = runtime.conversation(agent, tools=[tool(hang, locks=("desk",), timeout=0.05)])
        assert "may still be at work" in one.ask("go").text
        two = runtime.conversation(agent, tools=[tool(Desk().work, name="work", locks=("desk",))])
        assert two.ask("go").text == "worked"
        leave.set()


def test_who_waits_is_served_in_order_and_told_when_something_is_free() -> None:
    locks, told = Reservations(), list[str]()
    assert locks.take(("a", "1"), ["x", "y"], lambda: told.append("a"))
    assert not locks.take(("b", "1"), ["y", "z"], lambda: told.append("b"))
    assert not locks.take(("c", "1"), ["z"], lambda: told.append("c"))  # b was first
    assert locks.take(("d", "1"), ["w"], lambda: told.append("d"))
    locks.leave(("a", "1"))
    assert told == ["b", "c"]
    assert not locks.take(("c", "1"), ["z"], lambda: told.append("c"))
    assert locks.take(("b", "1"), ["y", "z"], lambda: told.append("b"))
    locks.leave_run("b")
    assert locks.take(("c", "1"), ["z"], lambda: told.append("c"))
    assert locks.take(("c", "1"), ["z"], lambda: told.append("c"))  # its own
