"""A runtime that is closed in the middle of turns: whoever waits for one goes on, and nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import LogClosed
from duotone.runtime import AsyncRuntime


class Held:
    """A sync agent that holds its thread until it is let go."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def step(self) -> str:
        self.has_begun.set()
        self.may_end.wait(20)
        return "at last"


def homes() -> int:
    return sum(thread.name.startswith("duotone-agent") for thread in threading.enumerate())


async def until(is_so: Any) -> None:
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110  # threads end without a word
            await asyncio.sleep(0.01)


async def test_a_cancellation_stays_one_although_the_log_is_closed_and_its_thread_ends(path: Path) -> None:
    agent, before = Held(), homes()
    runtime = await AsyncRuntime(path).__aenter__()
    asking = asyncio.create_task(runtime.conversation(agent).ask("go"))
    await until(agent.has_begun.is_set)
    await runtime.close()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    agent.may_end.set()
    await until(lambda: homes() == before)


def losses() -> list[dict[str, Any]]:
    """Collect what the running loop would complain of."""
    lost: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    return lost


@pytest.mark.duotone(allow="blocked-loop")  # by the collection of garbage
async def test_who_waits_for_a_thread_whose_log_is_closed_is_told_so_and_nothing_is_lost(path: Path) -> None:
    agent, before, lost = Held(), homes(), losses()
    runtime = await AsyncRuntime(path).__aenter__()
    asking = asyncio.create_task(runtime.conversation(agent).ask("go"))
    await until(agent.has_begun.is_set)
    await runtime.close()
    with pytest.raises(LogClosed):
        await asking
    agent.may_end.set()
    await until(lambda: homes() == before)
    gc.collect()
    assert lost == []


@pytest.mark.duotone(allow="blocked-loop")  # as above
@pytest.mark.parametrize("color", ["sync", "async"])
async def test_who_reads_a_turn_of_a_closed_log_is_told_so_and_nothing_is_lost_on_the_way(
    color: str, path: Path
) -> None:
    lost = losses()
    agent, has_begun = Held(), asyncio.Event()

    async def wait() -> None:
        has_begun.set()
        await asyncio.sleep(20)

    runtime = await AsyncRuntime(path).__aenter__()
    conversation = runtime.conversation(agent if color == "sync" else wait)

    async def read() -> None:
        async for _ in conversation.stream("go"):
            pass

    reading = asyncio.create_task(read())
    await until(agent.has_begun.is_set if color == "sync" else has_begun.is_set)
    await runtime.close()
    reading.cancel()
    with pytest.raises(LogClosed):
        await reading
    agent.may_end.set()
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()})
    gc.collect()
    assert lost == []
