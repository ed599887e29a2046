"""Many sync callers at once: a place where they all meet, so that 'at once' is a fact and not a hope."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.adapters import Adapter

# Longer than any crowd needs; only a caller that neither came nor failed makes the others wait this long.
PATIENCE = 30.0


class Meeting:
    """Coroutines on any loops that go on only when all of them are waiting, or have failed to come."""

    def __init__(self, count: int, when_full: Callable[[], None]) -> None:
        self._missing = count
        self._when_full = when_full
        self._lock = threading.Lock()
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    async def arrive(self) -> int:
        """Wait for all the others."""
        loop = asyncio.get_running_loop()
        gone_on: asyncio.Future[None] = loop.create_future()
        self._count((loop, gone_on))
        async with asyncio.timeout(PATIENCE):
            await gone_on
        return 42

    def miss(self) -> None:
        """Say that a caller failed, so that nobody waits for it."""
        self._count(None)

    def _count(self, place: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None) -> None:
        with self._lock:
            if place is not None:
                self._waiting.append(place)
            self._missing -= 1
            if self._missing:
                return
        self._when_full()
        for loop, future in self._waiting:
            loop.call_soon_threadsafe(release, future)


def release(future: asyncio.Future[None]) -> None:
    """Let one waiting coroutine go on, unless it has given up."""
    if not future.done():
        future.set_result(None)


def gather(adapter: Adapter, count: int, when_full: Callable[[], None] = lambda: None) -> list[Any]:
    """Let ``count`` sync callers wait at the same time and return what each got, errors included.

    ``when_full`` is called while all of them wait.
    """
    meeting = Meeting(count, when_full)

    async def wait(came: list[bool]) -> int:
        came.append(True)
        return await meeting.arrive()

    face = adapter.bind(wait)

    def caller() -> Any:
        came: list[bool] = []
        try:
            return face(came)
        except BaseException as error:  # noqa: BLE001 - an error is a result of this measurement
            if not came:
                meeting.miss()
            return error

    return adapter.crowd(count, caller)
