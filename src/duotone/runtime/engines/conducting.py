"""A run that is decided on in one place and carried out in others: its events and attempts, as the shell sees them.

What the shell commits is only carried along here, and written by whoever makes the next attempt, in the same append as
the start of that. What attempts gave they have written themselves.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Protocol

from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.engines.attempting import Claim
from duotone.runtime.events import Append, Draft, Event
from duotone.runtime.outcomes import Attempt

__all__ = ["Flight", "Ledger", "Mission", "Remote"]


class Ledger:
    """The log as the shell of such a run sees it: appends are carried along, and signals come in."""

    def __init__(self) -> None:
        self.carried: list[Draft] = []
        self._inbox: list[Event] = []
        self._count = 0

    async def append(self, append: Append) -> list[Event]:
        """Carry drafts along until somebody writes them."""
        self.carried += append.drafts
        return [self._event(append.session, draft) for draft in append.drafts]

    async def read_run(self, run: str, *, after: int = 0) -> list[Event]:  # noqa: ARG002  # there is one run
        """Return the signals that have come since."""
        events, self._inbox = self._inbox, []
        return events

    def follow(self, events: Sequence[Event]) -> None:
        """Number what comes from here on after the events of a run that is gone on with, so that it is news to it."""
        self._count = events[-1].id

    def receive(self, session: str, draft: Draft) -> None:
        """Take in a signal."""
        self._inbox.append(self._event(session, draft))

    def take(self) -> list[Draft]:
        """Hand over what is carried, to be written."""
        drafts, self.carried = self.carried, []
        return drafts

    def _event(self, session: str, draft: Draft) -> Event:
        self._count += 1
        return Event(self._count, session, self._count, draft.kind, 0.0, draft.run, draft.data, "")


class Flight(Protocol):
    """An attempt that is under way somewhere."""

    def cancel(self) -> object:
        """Ask for its end."""

    async def result(self) -> Attempt:
        """Return how it ended."""
        ...


class Remote(Protocol):
    """The engine as the crew of such a run sees it."""

    def fly(self, claim: Claim) -> Flight:
        """Have an attempt made."""
        ...

    async def write(self, drafts: Sequence[Draft], key: str, *, is_first: bool) -> None:
        """Have drafts written under a key."""

    async def wait(self, condition: Callable[[], bool], seconds: float | None) -> None:
        """Wait until something holds, or the time has passed."""

    def time(self) -> float:
        """Return the time that all who drive the run agree on."""
        ...


class Mission:
    """The attempts of one run that others make; what the shell asks of its crew."""

    def __init__(self, run: str, session: str, fence: int, ledger: Ledger, remote: Remote) -> None:
        """Have nothing under way."""
        self.interruption: BaseException | None = None
        self.may_go_alone = False
        self.errors: dict[str, BaseException] = {}
        self.heed: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.fence = fence
        self.writes = 0
        """How many writes without an attempt there were, which tells their keys apart."""
        self.is_first = False
        """Whether the run begins with the next write."""
        self._run = run
        self._session = session
        self._ledger = ledger
        self._remote = remote
        self._queued: list[Call] = []
        self._flights: dict[str, Flight] = {}
        self._ended: deque[Attempt] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_called = False
        self._failure: BaseException | None = None

    @property
    def size(self) -> int:
        """How many attempts are under way, or have ended and were not asked for yet."""
        return len(self._queued) + len(self._flights) + len(self._ended)

    @property
    def under_way(self) -> list[str]:
        """The steps whose attempts are under way."""
        return list(self._flights)

    @property
    def has_ended(self) -> bool:
        """Whether `next` has something to tell without waiting."""
        return bool(self._ended)

    def start(self, call: Call, bound: Bound) -> None:  # noqa: ARG002  # it is bound where it is made
        """Take on an attempt; it begins with the next `next`."""
        self._queued.append(call)

    def stop(self, step: str) -> None:
        """End the attempt of a step; how that went is told by `next`."""
        flight = self._flights.get(step)
        if flight is not None:
            flight.cancel()

    def stop_all(self) -> None:
        """End every attempt that is under way."""
        for step in list(self._flights):
            self.stop(step)

    def call(self) -> None:
        """Make `next` return."""
        self._is_called = True

    async def next(self, until: float | None = None) -> Attempt | None:
        """Wait for the first attempt that ends; None if that hasn't happened by `until`, or somebody has called."""
        if self._queued:
            await self._launch()
        else:
            await self.flush()
        seconds = None if until is None else max(0.0, until - self._remote.time())
        await self._remote.wait(self._has_news, seconds)
        self._is_called = False
        if self._failure is not None:
            raise self._failure
        return self._ended.popleft() if self._ended else None

    def _has_news(self) -> bool:
        return bool(self._ended) or self._is_called or self._failure is not None

    async def flush(self) -> None:
        """Have written what no attempt takes along."""
        await self._write(self._ledger.take())

    async def _write(self, drafts: Sequence[Draft]) -> None:
        if drafts:
            self.writes += 1
            key = f"{self._run}/{self.fence}#{self.writes}"
            await self._remote.write(drafts, key, is_first=self._take_first())

    async def _launch(self) -> None:
        """Let attempts begin: one alone takes along what has happened, for several that is written before."""
        calls, self._queued = self._queued, []
        drafts = self._ledger.take()
        starts = {str(draft.data["step"]): draft for draft in drafts if draft.kind in {"step.started", "undo.started"}}
        asked = [starts[call.step] for call in calls]
        before = [draft for draft in drafts if not any(draft is one for one in asked)]
        if len(calls) > 1:
            await self._write(before)
            before = []
        is_first = self._take_first()
        for call, started in zip(calls, asked, strict=True):
            self._take_off(Claim(self._run, self._session, self.fence, call, started, before, is_first))

    def _take_off(self, claim: Claim) -> None:
        flight = self._flights[claim.call.step] = self._remote.fly(claim)
        task = asyncio.get_running_loop().create_task(self._land(claim.call.step, flight))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _land(self, step: str, flight: Flight) -> None:
        try:
            attempt = await flight.result()
        except Exception as error:  # noqa: BLE001  # raised by `next`, where the run is driven
            self._failure = error
        else:
            self._ended.append(replace(attempt, is_written=True))
        finally:
            del self._flights[step]

    def _take_first(self) -> bool:
        is_first, self.is_first = self.is_first, False
        return is_first
