"""What turns and interrupts ask of the log: each question is a way to another thread and back, on a busy loop."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from duotone.contract import offload
from duotone.runtime import AsyncRuntime
from duotone.runtime.conversation.states import State
from duotone.runtime.events import Event
from duotone.runtime.log import MemoryStore, RunRow, SessionRow

STUCK = 20.0


class Asked(MemoryStore):
    """A store that counts what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: Counter[str] = Counter()

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        self.reads["session"] += 1
        return super().read(session, after=after, limit=limit, with_runs=with_runs)

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        self.reads["run"] += 1
        return super().read_run(run, after=after, limit=limit)

    def session(self, session: str) -> SessionRow | None:
        self.reads["head"] += 1
        return super().session(session)

    def run(self, run: str) -> RunRow | None:
        self.reads["row"] += 1
        return super().run(run)


async def test_a_turn_on_a_thread_is_taken_over_with_one_look_at_what_it_is_at() -> None:
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
        assert store.reads == {"run": 1}
        may_end.set()
        assert (await turn).state is State.PAUSED


async def test_a_turn_on_this_loop_is_told_without_a_look_at_the_log() -> None:
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
        assert store.reads == {}
        assert (await turn).state is State.PAUSED


async def test_what_somebody_says_in_between_is_found_by_who_interrupts() -> None:
    store, has_begun = Asked(), asyncio.Event()

    async def wait() -> None:
        has_begun.set()
        await asyncio.sleep(STUCK)

    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(wait, id="talk")
        turn = asyncio.create_task(talk.ask("go"))
        await has_begun.wait()
        await runtime.conversation(wait, id="talk").send("and this")
        assert await talk.interrupt()
        assert [message.text for message in talk.messages] == ["go", "and this"]
        assert (await turn).state is State.PAUSED


async def test_a_turn_asks_the_log_once_whether_more_was_said() -> None:
    store = Asked()

    async def echo() -> str:
        return "hello"

    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(echo)
        await talk.ask("hi")
        store.reads.clear()
        assert (await talk.ask("hi")).text == "hello"
        assert store.reads == {"session": 1}
