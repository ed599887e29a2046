"""What is measured while a soak goes on, and what this process has before and after."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import threading
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

from duotone.contract.workers import default_pool
from tests.runtime.soak.control import BEAT

__all__ = ["Figures", "Surroundings", "marked", "quantile"]


@dataclass
class Figures:
    """What one process has measured."""

    gaps: list[float] = field(default_factory=list[float])
    """By how many seconds each beat of a loop came late."""
    busy: list[float] = field(default_factory=list[float])
    """The part of each that this process has worked: what is left is the machine's, or another program's."""
    idle: list[float] = field(default_factory=list[float])
    """The same of a loop that does nothing, in another process: what the machine and its other programs take."""
    pauses: list[float] = field(default_factory=list[float])
    """How many seconds each garbage collection took."""
    interrupts: list[float] = field(default_factory=list[float])
    """How many seconds each interrupt took to return, on a loop."""
    thread_interrupts: list[float] = field(default_factory=list[float])
    """The same on threads, of which each user has one."""
    turns: int = 0
    restarts: int = 0
    kills: int = 0

    async def watch_the_loop(self) -> None:
        """Note for how long the loop did not turn, until cancelled."""
        while True:
            due, worked = time.monotonic() + BEAT, time.process_time()
            await asyncio.sleep(BEAT)
            gap = max(0.0, time.monotonic() - due)
            self.gaps.append(gap)
            self.busy.append(min(gap, time.process_time() - worked))

    @contextlib.contextmanager
    def watch_collections(self) -> Generator[None]:
        """Note how long garbage is collected, during which nothing else goes on in this process."""
        begun = 0.0

        def note(phase: str, _info: object) -> None:
            nonlocal begun
            if phase == "start":
                begun = time.thread_time()  # of this thread, which others may hold up in between
            else:
                self.pauses.append(time.thread_time() - begun)

        gc.callbacks.append(note)
        try:
            yield
        finally:
            gc.callbacks.remove(note)


def quantile(values: list[float], part: float) -> float:
    """Return the value below which this part of all values is."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


@dataclass(frozen=True)
class Surroundings:
    """Threads and file handles of this process, and the processes that carry a mark."""

    threads: int
    handles: int
    processes: int

    @classmethod
    def now(cls, mark: str) -> Surroundings:
        """Count."""
        return cls(_threads(), sum(1 for _ in Path("/proc/self/fd").iterdir()), len(marked(mark)))

    def let_threads_end(self, seconds: float = 15.0) -> None:
        """Collect garbage until there are no more threads than this: those of agents end with what they belong to."""
        until = time.monotonic() + seconds
        gc.collect()
        while _threads() > self.threads and time.monotonic() < until:
            time.sleep(0.1)
            gc.collect()

    def settled(self, mark: str, seconds: float = 15.0) -> Surroundings:
        """Return what there is once it is no more than this, or the time is up."""
        until = time.monotonic() + seconds
        while True:
            found = Surroundings.now(mark)
            is_less = found.threads <= self.threads and found.handles <= self.handles
            if (is_less and found.processes <= self.processes) or time.monotonic() > until:
                return found
            time.sleep(0.1)


def _threads() -> int:
    """Count threads; those of the pool that the whole process shares may stay idle for a while, and don't count."""
    shared = f"{default_pool.name}-"
    return sum(1 for thread in threading.enumerate() if not thread.name.startswith(shared))


def marked(mark: str) -> list[int]:
    """Return the processes that have a mark in their environment."""
    found: list[int] = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and int(path.name) != os.getpid():
            try:
                environment = (path / "environ").read_bytes()
            except OSError:
                continue
            if mark.encode() in environment:
                found.append(int(path.name))
    return found
