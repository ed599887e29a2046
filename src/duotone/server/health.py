"""Whether a server can do its work: what is in the way is named, with what to do about it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from duotone.contract import offload, watch_loop
from duotone.contract.guards.loops import Blocked, LoopWatch
from duotone.errors import DuotoneError, PoolExhausted, TimedOut
from duotone.runtime.log import AsyncLog
from duotone.server.tokens import Tokens

__all__ = ["Readiness"]

_BLOCKED: Final = 1.0
"""Seconds for which a loop may be held up before the server is not ready."""
_MEMORY: Final = 10.0
"""Seconds for which a held-up loop is remembered, so that whoever asks now and then hears of it."""
_PATIENCE: Final = 1.0
"""Seconds within which a worker has to take up a call."""
_ANSWER: Final = 5.0
"""Seconds within which the log has to answer; one that is busy takes its time, and one that is gone all of it."""
_KEPT: Final = 2.0
"""Seconds for which what was found is good, since the probes cost something."""


class Readiness:
    """Looks at what a server needs: workers, a loop that turns, a log to write, tokens to read, room for work."""

    def __init__(self, log: AsyncLog, tokens: Tokens, room: Callable[[], int]) -> None:
        """Look at nothing yet; `room` tells how much more work can begin."""
        self.is_draining = False
        self._log = log
        self._tokens = tokens
        self._room = room
        self._watch: LoopWatch | None = None
        self._writing: tuple[float, asyncio.Task[None]] | None = None
        self._blocked: Blocked | None = None
        self._blocked_until = 0.0
        self._found: tuple[float, Mapping[str, str]] = (float("-inf"), {})
        self._looking = asyncio.Lock()
        self._probes: Mapping[str, Callable[[], Awaitable[str]]] = {
            "draining": self._draining,
            "pool": self._pool,
            "loop": self._loop,
            "store": self._store,
            "tokens": self._readable,
            "queue": self._queue,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """What is looked at."""
        return tuple(self._probes)

    def start(self) -> None:
        """Watch the running loop from here on."""
        self._watch = watch_loop(limit=_BLOCKED, on_blocked=self._note, on_unblocked=self._note)

    def stop(self) -> None:
        """Watch it no more."""
        if self._watch is not None:
            self._watch.close()
        if self._writing is not None:
            self._writing[1].cancel()

    def _note(self, blocked: Blocked) -> None:
        self._blocked, self._blocked_until = blocked, time.monotonic() + _MEMORY

    async def faults(self) -> Mapping[str, str]:
        """Return what doesn't work, by name, with what to do about it."""
        async with self._looking:
            at, found = self._found
            if time.monotonic() - at >= _KEPT:
                told = await asyncio.gather(*(probe() for probe in self._probes.values()))
                found = {name: text for name, text in zip(self._probes, told, strict=True) if text}
                self._found = time.monotonic(), found
            return found

    async def _draining(self) -> str:
        return "the server is told to end; ask another one" if self.is_draining else ""

    async def _pool(self) -> str:
        try:
            await offload(_nothing, timeout=_PATIENCE)
        except (PoolExhausted, TimedOut):
            return f"no worker is free within {_PATIENCE:g} s; find the sync calls that don't end, or restart"
        return ""

    async def _loop(self) -> str:
        if self._blocked is None or time.monotonic() > self._blocked_until:
            return ""
        frame = self._blocked.stack[-1] if self._blocked.stack else None
        where = "" if frame is None else f" at {frame.name} ({frame.filename}:{frame.lineno})"
        return f"the loop was held up for {self._blocked.seconds:.1f} s{where}; let that wait on a worker"

    async def _store(self) -> str:
        """Tell why the log can't be written; a probe that gets no answer goes on, and the next look asks for it."""
        if self._writing is None:
            self._writing = time.monotonic(), asyncio.ensure_future(self._log.check_writable())
        since, probe = self._writing
        await asyncio.wait({probe}, timeout=max(0.0, since + _ANSWER - time.monotonic()))
        if not probe.done():
            waited = time.monotonic() - since
            return f"the log has not answered for {waited:.0f} s; look at its server and at the way to it"
        self._writing = None
        try:
            probe.result()
        except DuotoneError as error:
            return str(error)
        return ""

    async def _readable(self) -> str:
        try:
            await offload(self._tokens.read, timeout=_PATIENCE)
        except (PoolExhausted, TimedOut):  # which is told of the pool
            return ""
        except DuotoneError as error:
            return str(error)
        return ""

    async def _queue(self) -> str:
        return "" if self._room() > 0 else "too many runs and turns go on for another one; wait for some to end"


def _nothing() -> None:
    """Be called on a worker."""
