"""Loops that are blocked: held up by one stretch of code for longer than a limit, reported with the stack of that code.

1. One thread looks at all watched loops, and only as often as their limits need: ten times a second at the default
   limit of 0.1 s (twenty times for uvloop and for duotone's own loop). asyncio's loops are never woken for it.
2. A blocked loop is reported while it is blocked, once. What the looking thread missed, because the code never let go
   of the interpreter or the machine was too busy, is reported when it is over, without a stack.
3. Being idle is not being blocked: a loop that waits for I/O, or that nobody runs, is left alone.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import traceback
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeAlias

from duotone.contract.figures import count
from duotone.contract.guards.monitor import monitor
from duotone.contract.guards.pulses import pulse_of
from duotone.contract.offloading import running_loop
from duotone.contract.settings import check_timeout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Blocked", "Call", "LoopWatch", "OnBlocked", "watch_loop"]

OnBlocked: TypeAlias = "Callable[[Blocked], object]"
Call: TypeAlias = "Callable[[], object]"

_SHORTEST = 0.005
"""Seconds between two looks, at least, whatever the limit."""


@dataclass(slots=True, eq=False)
class Blocked:
    """One time that a loop was blocked.

    `seconds` grows while it is blocked, and is final once `is_over`. `stack` has what the loop's thread was doing when
    the limit had passed, innermost last; it is empty if that was seen only afterwards.
    """

    seconds: float
    stack: list[traceback.FrameSummary] = field(repr=False)
    loop: asyncio.AbstractEventLoop = field(repr=False)
    is_over: bool = False


class LoopWatch:
    """A watch that is open until it is closed, until the end of its block, or until its loop is closed."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        limit: float,
        on_blocked: OnBlocked | None,
        on_unblocked: OnBlocked | None,
    ) -> None:
        """Describe the watch; `watch_loop` opens it."""
        self._loop = loop
        self._limit = limit
        self._on_blocked = on_blocked
        self._on_unblocked = on_unblocked
        self._lock = threading.Lock()
        self._blocked: Blocked | None = None
        self._since = 0.0
        self._pulse = pulse_of(loop, limit)
        self.period = max(limit * self._pulse.grain, _SHORTEST)

    def close(self) -> None:
        """Watch no more; if the loop is blocked at this moment, that ends here for the record."""
        monitor.remove(self)
        self._pulse.stop()
        for call in self._observe_all()[0]:
            call()

    def __enter__(self) -> Self:
        """Return the watch itself, which is closed at the end of the block."""
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the watch."""
        self.close()

    def look(self) -> float:
        """Look once, call back, and return when the next look is due; for the monitor."""
        if self._loop.is_closed():
            monitor.remove(self)
        calls, due = self._observe_all()
        for call in calls:
            try:
                call()
            except BaseException as error:  # noqa: BLE001  # the thread looks at other loops too
                args = (type(error), error, error.__traceback__, threading.current_thread())
                threading.excepthook(threading.ExceptHookArgs(args))
        return due

    def _observe_all(self) -> tuple[list[Call], float]:
        """Take in what has happened since the last time; return whom to call, and when the limit will have passed."""
        with self._lock:
            calls: list[Call] = []
            while self._pulse.ended:
                calls += self._observe(*self._pulse.ended.popleft(), is_over=True)
            since = self._pulse.busy_since()
            calls += self._observe(since, monotonic(), is_over=False)
            return calls, float("inf") if since is None or self._blocked is not None else since + self._limit

    def _observe(self, since: float | None, until: float, *, is_over: bool) -> Iterator[Call]:
        if self._blocked is not None and since != self._since:
            yield from self._finish()  # seen neither to go on nor to end, so what is known is all there is
        if since is None:
            return
        if self._blocked is None and until - since >= self._limit:
            yield from self._begin(since, is_over=is_over)
        if self._blocked is not None:
            self._blocked.seconds = until - since
            if is_over:
                yield from self._finish()

    def _begin(self, since: float, *, is_over: bool) -> Iterator[Call]:
        stack = [] if is_over else _stack_of(self._pulse.thread)
        if not is_over and self._pulse.busy_since() != since:
            return  # it ended while the stack was taken, which may be that of something else
        self._since, self._blocked = since, Blocked(0.0, stack, self._loop)
        count("blocked_loops")
        if self._on_blocked is not None:
            yield partial(self._on_blocked, self._blocked)

    def _finish(self) -> Iterator[Call]:
        blocked, self._blocked = self._blocked, None
        assert blocked is not None
        blocked.is_over = True
        if self._on_unblocked is not None:
            yield partial(self._on_unblocked, blocked)


def watch_loop(
    loop: asyncio.AbstractEventLoop | None = None,
    limit: float = 0.1,
    on_blocked: OnBlocked | None = None,
    on_unblocked: OnBlocked | None = None,
) -> LoopWatch:
    """Report each time that `loop`, by default the running one, is blocked for longer than `limit` seconds.

    Each is counted in `figures` and given to `on_blocked` while the loop is still blocked, with the stack of the code
    that blocks it; the same record is given to `on_unblocked` when that is over, with the final duration. Both are
    called on a thread of the watch's own, and what they raise goes to `threading.excepthook`; closing the watch calls
    and raises on the thread that closes it.

    Raises `NoRunningLoop` if no loop is given or running, and `BadTimeout` if `limit` is not a number from 0 up.
    """
    watch = LoopWatch(loop or running_loop("watch_loop"), check_timeout(limit), on_blocked, on_unblocked)
    monitor.add(watch)
    return watch


def _stack_of(thread: int | None) -> list[traceback.FrameSummary]:
    frames = sys._current_frames()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # nothing public shows a stack
    frame = frames.get(thread or 0)
    return [] if frame is None else list(traceback.extract_stack(frame))
