"""Parking: runs stand still between two steps while their process ends, and the next process goes on from there."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

__all__ = ["Gate", "stay_on_loop", "stay_on_thread"]


class Gate:
    """What each step of a workflow or saga goes through before it begins; the same one for both faces."""

    def __init__(self) -> None:
        """Be open."""
        self.is_closed = False
        self.inside: Counter[str] = Counter()
        """How many attempts of runs that an engine drives are made here at this moment."""
        self.standing: Counter[str] = Counter()
        """How many of them would begin, and may not any more."""

    def close(self) -> None:
        """Let nothing through any more."""
        self.is_closed = True

    @asynccontextmanager
    async def passed(self, run: str) -> AsyncGenerator[None]:
        """Let an attempt of a run be made that an engine drives; one that comes too late stands still here."""
        if self.is_closed:
            with _counted(self.standing, run):
                await stay_on_loop()
        with _counted(self.inside, run):
            yield


@contextmanager
def _counted(runs: Counter[str], run: str) -> Generator[None]:
    runs[run] += 1
    try:
        yield
    finally:
        runs[run] -= 1
        if not runs[run]:
            del runs[run]


async def stay_on_loop() -> None:
    """Stand still for as long as the loop goes on."""
    await asyncio.Event().wait()


def stay_on_thread() -> None:
    """Stand still for as long as the process lives; no thread keeps it from ending."""
    threading.Event().wait()
