"""What the shell of a run takes in while a step goes on: each event of others counts once, however many look."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from duotone.runtime._async.shell import AsyncShell, Drive
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call, Command
from duotone.runtime.crew import AsyncCrew
from duotone.runtime.drafts import run_started
from duotone.runtime.events import Append, Draft, Event
from duotone.runtime.log import AsyncLog


class SlowLog(AsyncLog):
    """A log in which those who look at a run meet: nobody gets an answer before all have asked."""

    def __init__(self, lookers: int) -> None:
        super().__init__(None)
        self._barrier = asyncio.Barrier(lookers)

    async def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        events = await super().read_run(run, after=after, limit=limit)
        await self._barrier.wait()
        return events


class Heard:
    """A driver that only listens."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def apply(self, event: Event | Draft) -> None:
        self.kinds.append(event.kind)

    def decide(self, now: float) -> Sequence[Command]:
        return ()


def nothing(call: Call) -> Bound:
    raise AssertionError(call)


async def test_a_signal_that_two_look_at_at_once_counts_once() -> None:
    heard = Heard()
    async with SlowLog(2) as log:
        shell = AsyncShell(Drive("r", "r"), log, heard, nothing, AsyncCrew("r", on_late=print))
        shell.note(run_started("r", "saga", "trade", "owner"))
        await shell.commit()
        await log.append(Append("r", [Draft("signal.decide", {"step": "pay", "decision": "retry"}, "r")]))
        await asyncio.gather(shell.heed(), shell.heed())
        shell.let_go()
    assert heard.kinds == ["run.started", "signal.decide"]
