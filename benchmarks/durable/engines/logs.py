"""The log alone: two events for each step, one commit for both, as a run of the runtime writes them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.stamps import mark
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog, Log, SqliteStore


def drafts(run: str, step: int, result: int) -> Sequence[Draft]:
    """Return what a step leaves in the log: that it has ended, and that the one after it begins."""
    ended = {"step": f"step{step}", "attempt": 1, "outcome": "ok", "result": result, "seconds": 0.0}
    started = {"step": f"step{step + 1}", "attempt": 1, "unit": "mark", "key": f"{run}/step{step + 1}"}
    return Draft("step.ended", ended, run), Draft("step.started", started, run)


class Logs:
    def __init__(self, durability: str) -> None:
        self.durability = durability

    def store(self, folder: Path) -> SqliteStore:
        return SqliteStore(folder / "log.db", durability=self.durability)

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        log = Log(self.store(folder))

        def run(name: str) -> None:
            for step in range(STEPS):
                log.append(Append(name, drafts(name, step, mark(name))))

        with contextlib.closing(log):
            yield run

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        log = AsyncLog(self.store(folder))

        async def run(name: str) -> None:
            for step in range(STEPS):
                await log.append(Append(name, drafts(name, step, mark(name))))

        yield run
        await log.close()


def engine(settings: str) -> Logs:
    return Logs(settings)
