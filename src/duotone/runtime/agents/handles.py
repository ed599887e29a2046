"""Handles: a turn in this process, from the moment somebody asks for it until its last work has ended.

1. A wish that comes before the turn has a run is kept for it: it has the same result whenever it comes.
2. Who takes a turn over says so here, so that whoever waits for it goes on at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from functools import partial
from time import time
from typing import TypeAlias

from duotone.contract.awaitables import finish
from duotone.runtime.events import Draft, Json

__all__ = ["Handle", "Wish", "ended_on_loop", "ended_on_thread"]

Wish: TypeAlias = tuple[str, Mapping[str, Json]]
"""The kind of a signal, and what it says."""


class Handle:
    """One turn that was asked for; every method may be called from any thread."""

    def __init__(self, wanted: str | None = None) -> None:
        """Have no run yet; `wanted` is what it is to be called if one begins."""
        self.wanted = wanted
        self.run: str | None = None
        self.fence = 0
        self.since = 0.0
        """When it was begun, or gone on with."""
        self.is_taken = False
        self.has_ended = threading.Event()
        """Set once nothing of the turn is at work in this process."""
        self._mutex = threading.Lock()
        self._wishes: list[Wish] = []
        self._on_taken: Callable[[], object] | None = None
        self._on_ended: list[Callable[[], object]] = []

    @property
    def is_in_the_way(self) -> bool:
        """Whether another turn can't begin beside it."""
        return not self.is_taken and not self.has_ended.is_set()

    @property
    def has_wishes(self) -> bool:
        """Whether a signal is kept for the turn."""
        return bool(self._wishes)

    def wish(self, kind: str, data: Mapping[str, Json]) -> bool:
        """Keep a signal for a turn that has no run; False if it has one, to which the signal can be written."""
        with self._mutex:
            if self.run is None and not self.has_ended.is_set():
                self._wishes.append((kind, data))
                return True
            return False

    def begin(self, run: str, fence: int) -> list[Draft]:
        """Have a run from here on, and return what was wished for meanwhile."""
        with self._mutex:
            self.run, self.fence, self.since = run, fence, time()
            wishes, self._wishes = self._wishes, []
        return [Draft(kind, data, run) for kind, data in wishes]

    def when_taken(self, act: Callable[[], object]) -> None:
        """Call `act` once the turn is taken over; at once if it was."""
        with self._mutex:
            self._on_taken = act
            is_taken = self.is_taken
        if is_taken:
            act()

    def take(self) -> None:
        """Say that somebody has taken the turn over."""
        with self._mutex:
            self.is_taken = True
            act = self._on_taken
        if act is not None:
            act()

    def when_ended(self, act: Callable[[], object]) -> None:
        """Call `act` once nothing of the turn is at work; at once if that is so."""
        with self._mutex:
            if not self.has_ended.is_set():
                self._on_ended.append(act)
                return
        act()

    def end(self) -> None:
        """Say that nothing of the turn is at work."""
        with self._mutex:
            self.has_ended.set()
            acts, self._on_ended = self._on_ended, []
        for act in acts:
            act()


async def ended_on_loop(handle: Handle, seconds: float) -> bool:
    """Wait on a loop until nothing of a turn is at work, and tell whether that is so; no thread is held for it."""
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    handle.when_ended(partial(_tell, loop, ended))
    await asyncio.wait({ended}, timeout=seconds)
    return ended.done()


def ended_on_thread(handle: Handle, seconds: float) -> bool:
    """Wait on a thread until nothing of a turn is at work, and tell whether that is so."""
    return handle.has_ended.wait(seconds)


def _tell(loop: asyncio.AbstractEventLoop, future: asyncio.Future[None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
        loop.call_soon_threadsafe(finish, future)
