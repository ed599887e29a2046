"""Pulses: since when a loop has not turned, as seen from another thread.

A loop turns when it asks for I/O. From the end of one such question to the beginning of the next it is busy with one
*stretch* of callbacks, and nothing else on it goes on. A loop that waits for I/O, or that nobody runs, has no stretch.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from threading import get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from duotone.contract.guards.splice import Splice
from duotone.contract.loop import BridgeLoop

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BeatPulse", "BridgePulse", "Pulse", "SelectorPulse", "Stretch", "pulse_of"]


class Stretch(NamedTuple):
    """A time for which a loop did not turn, on the monotonic clock."""

    since: float
    until: float


class Pulse(Protocol):
    """What tells whether a loop turns."""

    grain: float
    """How often one must look so as to miss nothing, in parts of the limit."""
    ended: deque[Stretch]
    """Stretches above the limit that are over; whoever looks takes them out."""

    @property
    def thread(self) -> int | None:
        """The thread that runs the loop, if it is known."""

    def busy_since(self) -> float | None:
        """Return when the present stretch began; None if the loop waits or is not running."""

    def stop(self) -> None:
        """Leave the loop as it was."""


class SelectorPulse:
    """The pulse of a loop of asyncio's own kind, taken at its selector: exact, and the loop is never woken."""

    grain = 1.0

    def __init__(self, loop: asyncio.AbstractEventLoop, limit: float) -> None:
        """Take the pulse of `loop`."""
        self.ended: deque[Stretch] = deque()
        self._loop = loop
        self._limit = limit
        self._since: float | None = None
        self._splice = Splice(_selector_of(loop), "select", self._turning)
        self._start()

    def _start(self) -> None:
        """Begin with the present stretch; another thread can't know whether there is one, so it asks the loop."""
        if asyncio._get_running_loop() is self._loop:
            self._since = self._since or monotonic()
        else:
            self._loop.call_soon_threadsafe(self._start)

    def _turning(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def select(timeout: float | None = None) -> Any:
            self._end()
            try:
                return original(timeout)
            finally:
                self._since = monotonic()

        return select

    def _end(self) -> None:
        since, self._since = self._since, None
        if since is not None and (until := monotonic()) - since >= self._limit:
            self.ended.append(Stretch(since, until))

    @property
    def thread(self) -> int | None:
        """The thread that runs the loop; None if nobody does."""
        return getattr(self._loop, "_thread_id", None)

    def busy_since(self) -> float | None:
        """Return when the present stretch began; None if the loop waits or is not running."""
        if self.thread is None:
            self._since = None  # what lies between two runs is no stretch
        return self._since

    def stop(self) -> None:
        """Let the selector go; a stretch that goes on ends here."""
        self._splice.undo()
        if self.busy_since() is not None:
            self._end()


class BridgePulse(SelectorPulse):
    """The pulse of the shared loop, on which threads come and go: a stretch begins when it is first seen."""

    grain = 0.5

    def __init__(self, loop: BridgeLoop, limit: float) -> None:
        """Take the pulse of `loop`."""
        self._bridge_loop = loop
        self._turns = 0
        self._stay: object = None
        self._seen = 0.0
        super().__init__(loop, limit)

    def _start(self) -> None:
        """Ask nothing of the loop: a background thread would have to come and answer."""

    def _end(self) -> None:
        """Count the turn; the stretch before it may have begun on another thread."""
        self._turns += 1

    def busy_since(self) -> float | None:
        """Return when the present stretch was first seen; None if no thread is inside the loop."""
        thread = self.thread
        stay = None if thread is None else (thread, self._bridge_loop.visits, self._turns)
        if stay != self._stay:
            self._stay, self._seen = stay, monotonic()
        return None if stay is None else self._seen


class BeatPulse:
    """The pulse of any other loop, such as uvloop's: callbacks are sent to it, and each that is called is a beat."""

    grain = 0.5

    def __init__(self, loop: asyncio.AbstractEventLoop, limit: float) -> None:
        """Take the pulse of `loop`."""
        self.ended: deque[Stretch] = deque()
        self.thread: int | None = None
        self._loop = loop
        self._limit = limit
        self._sent: float | None = None
        if asyncio._get_running_loop() is loop or not loop.is_running():
            self.thread = get_ident()  # whoever watches a loop before it runs will most likely run it
        loop.call_soon_threadsafe(self._beat, 0.0)  # tells the thread, in any case

    def busy_since(self) -> float | None:
        """Return when the beat was sent that has not come yet, and send one if there is none on its way."""
        if not self._loop.is_running():
            self._sent = None
        elif self._sent is None:
            self._sent = monotonic()
            with contextlib.suppress(RuntimeError):  # closed in between
                self._loop.call_soon_threadsafe(self._beat, self._sent)
        return self._sent

    def _beat(self, sent: float) -> None:
        self.thread = get_ident()
        if sent == self._sent:  # else the loop was not running in between
            self._end()

    def _end(self) -> None:
        since, self._sent = self._sent, None
        if since is not None and (until := monotonic()) - since >= self._limit:
            self.ended.append(Stretch(since, until))

    def stop(self) -> None:
        """Send no more beats; a stretch that goes on ends here."""
        self._end()


def pulse_of(loop: asyncio.AbstractEventLoop, limit: float) -> Pulse:
    """Take the pulse of `loop` in the way that fits it, remembering stretches above `limit`."""
    if isinstance(loop, BridgeLoop):
        return BridgePulse(loop, limit)
    return BeatPulse(loop, limit) if _selector_of(loop) is None else SelectorPulse(loop, limit)


def _selector_of(loop: asyncio.AbstractEventLoop) -> Any:
    return getattr(loop, "_selector", None)
