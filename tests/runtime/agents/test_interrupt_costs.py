"""What an interrupt asks of the log: each question is a way to another thread and back, on a loop that is busy."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from duotone.contract import offload
from duotone.runtime import AsyncRuntime
from duotone.runtime.conversation.states import State
from duotone.runtime.log import MemoryStore, RunRow, SessionRow

STUCK = 20.0


class Asked(MemoryStore):
    """A store that counts what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: Counter[str] = Counter()

    def session(self, session: str) -> SessionRow | None:
        self.reads["head"] += 1
        return super().session(session)

    def run(self, run: str) -> RunRow | None:
        self.reads["row"] += 1
        return super().run(run)


async def test_a_turn_on_a_thread_is_taken_over_without_a_look_at_the_head_that_was_just_seen() -> None:
    store, has_begun, may_end = Asked(), threading.Event(), threading.Event()

    def hold() -> str:
        has_begun.set()
        may_end.wait(STUCK)
        return "at last"

    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(hold)
        turn = asyncio.create_task(talk.ask("go"))
        assert await offload(has_begun.wait, STUCK)
        store.reads.clear()
        assert await talk.interrupt()
        assert store.reads["head"] == 0
        may_end.set()
        assert (await turn).state is State.PAUSED


async def test_a_turn_on_this_loop_is_told_without_a_look_at_who_drives_it() -> None:
    store, has_begun = Asked(), asyncio.Event()

    async def wait() -> None:
        has_begun.set()
        await asyncio.sleep(STUCK)

    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(wait)
        turn = asyncio.create_task(talk.ask("go"))
        await has_begun.wait()
        store.reads.clear()
        assert await talk.interrupt()
        assert store.reads["row"] == 0
        assert (await turn).state is State.PAUSED
