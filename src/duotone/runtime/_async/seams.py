"""Where the shell of a run meets the world: what it asks of a log, and of whoever makes attempts."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.events import Append, Event
from duotone.runtime.outcomes import Attempt
from duotone.runtime.side import IS_ASYNC

__all__ = ["AsyncAttempts", "AsyncJournal"]


class AsyncJournal(Protocol):
    """What keeps the events of a run."""

    async def append(self, append: Append) -> list[Event]:
        """Write drafts, together or not at all."""
        ...

    async def read_run(self, run: str, *, after: int = 0) -> list[Event]:
        """Return the events of a run past the id `after`."""
        ...


class AsyncAttempts(Protocol):
    """Who makes the attempts of a run."""

    interruption: BaseException | None
    errors: dict[str, BaseException]
    if IS_ASYNC:
        may_go_alone: bool
        heed: Callable[[], Coroutine[Any, Any, None]] | None

    @property
    def size(self) -> int:
        """How many attempts are under way, or have ended and were not asked for yet."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether `next` has something to tell without waiting."""
        ...

    def start(self, call: Call, bound: Bound) -> None:
        """Take on an attempt; it begins with the next `next`."""

    async def next(self, until: float | None = None) -> Attempt | None:
        """Wait for the first attempt that ends; None if that hasn't happened by `until`, or somebody has called."""
        ...

    def stop(self, step: str) -> None:
        """End the attempt of a step; how that went is told by `next`."""

    def stop_all(self) -> None:
        """End every attempt."""

    def call(self) -> None:
        """Make `next` return; from any thread."""
