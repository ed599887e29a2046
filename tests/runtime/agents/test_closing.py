"""Closing conversations whose agents can't be stopped: who waits for them holds no thread that others need."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from duotone import offload
from duotone.contract.workers import default_pool
from duotone.errors import LogBusy
from duotone.runtime import AsyncRuntime
from duotone.runtime.agents.handles import Handle, ended_on_loop, ended_on_thread
from duotone.runtime.events import Append, Draft, Event
from duotone.runtime.log import MemoryStore

STUCK = 20.0


async def test_many_that_are_closed_at_once_leave_the_workers_to_others() -> None:
    going, may_end, count = threading.Semaphore(0), threading.Event(), default_pool.size + 2

    def hold() -> str:
        going.release()
        may_end.wait(STUCK)
        return "at last"

    async with AsyncRuntime() as runtime:
        talks = [runtime.conversation(hold) for _ in range(count)]
        turns = [asyncio.create_task(talk.ask("go")) for talk in talks]
        for _ in talks:
            assert await offload(going.acquire, True, STUCK)  # noqa: FBT003  # blocking
        closing = [asyncio.create_task(talk.close(STUCK)) for talk in talks]
        await asyncio.gather(*turns)
        assert not any(one.done() for one in closing)
        await offload(time.monotonic, timeout=STUCK / 2)
        may_end.set()
        assert await asyncio.gather(*closing) == [()] * count


async def test_who_waits_for_the_end_of_a_turn_is_told_whether_it_has_come() -> None:
    handle = Handle()
    assert not await ended_on_loop(handle, 0.01)
    assert not ended_on_thread(handle, 0.01)
    waiting = asyncio.create_task(ended_on_loop(handle, STUCK))
    await asyncio.sleep(0)
    handle.end()
    assert await waiting
    assert await ended_on_loop(handle, 0.01)
    assert ended_on_thread(handle, 0)


class Written(MemoryStore):
    """A store in which somebody says something whenever a run is read."""

    is_busy = False

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        events = super().read_run(run, after=after, limit=limit)
        if self.is_busy:
            self.commit([Append(events[0].session, [Draft("note.made", {})])], [])
        return events


async def test_a_turn_that_can_not_be_taken_over_since_others_write_all_the_time_is_said_to_be_so() -> None:
    store, has_begun, may_end = Written(), threading.Event(), threading.Event()

    def hold() -> str:
        has_begun.set()
        may_end.wait(STUCK)
        return "at last"

    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(hold)
        turn = asyncio.create_task(talk.ask("go"))
        assert await offload(has_begun.wait, STUCK)
        store.is_busy = True
        with pytest.raises(LogBusy):
            await talk.interrupt()
        store.is_busy = False
        may_end.set()
        assert (await turn).text == "at last"
