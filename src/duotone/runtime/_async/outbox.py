"""The outbox: promises as the log keeps them, until each is delivered, or has expired."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from duotone.errors import ClosesWithTurn, LogClosed
from duotone.runtime._async.delivering import AsyncDelivering, Terms
from duotone.runtime._async.knowing import write_on
from duotone.runtime._async.noting import write_notes
from duotone.runtime._async.routes import AsyncRoute, OnWake
from duotone.runtime._async.standings import AsyncStandings
from duotone.runtime.delivery.backoff import Backoff
from duotone.runtime.delivery.channels import Channel
from duotone.runtime.delivery.drafts import (
    promise_made,
    promise_ready,
    promise_withdrawn,
    repeat_refused,
)
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing, fold
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.events import Append, Draft, Event, ExpectedPromise, Json, encoded
from duotone.runtime.log import AsyncLog

__all__ = ["AsyncOutbox"]

_PATIENCE: Final = 60.0
"""Seconds for which something may wait for a reader before that is an incident."""
_UNNEEDED: Final = frozenset({PromiseStatus.WITHDRAWN, PromiseStatus.EXPIRED})
"""What is ready after that was said is no news: nobody needs it, or its incident is there."""
_LEAVE: Final = 5.0
"""Seconds that a delivery has to end when an outbox is closed."""


@notices_drops
class AsyncOutbox:
    """The promises of one log, for async code: ``async with AsyncOutbox(log) as outbox: ...``.

    Any number of outboxes, in any number of processes, may share a log: each notice is delivered by one of them.
    `on_wake` is called with each notice and its channel, so that an idle session can be woken; of either color.
    """

    def __init__(
        self,
        log: AsyncLog,
        *,
        on_wake: OnWake | None = None,
        backoff: Backoff = Backoff(),  # noqa: B008  # it is frozen
        patience: float = _PATIENCE,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Have no channel yet, so that nothing is delivered from here."""
        self.log = log
        self.notes: Notes = deque()
        """What was asked for and never begun, to be written with the next promise."""
        self._on_wake = on_wake
        self._standings = AsyncStandings(log)
        self._delivering = AsyncDelivering(log, self._standings, Terms(backoff, patience, clock or log.time))

    async def __aenter__(self) -> Self:
        """Be somebody in the log who can claim what is to be delivered."""
        await self.log.owner()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Deliver no more."""
        await self.close()

    # -- promise --------------------------------------------------------------------------------------------------

    async def make(self, promise: Promise, drafts: Sequence[Draft] = ()) -> list[Event]:
        """Promise, together with what begins the work: `drafts` of the same session, in one write or none."""
        await write_notes(self.log, self.notes)
        made = [promise_made(promise), *drafts]
        return await self.log.append(Append(promise.session, made, expected=ExpectedPromise(promise.id, 0)))

    async def ready(self, promise: Promise, data: Json = None, drafts: Sequence[Draft] = ()) -> bool:
        """Have what was promised, so that it is delivered; False if that was said before, or nobody needs it.

        A promise that was not made is made. `drafts` are written with it, and not at all where the answer is False.
        What differs from what was said before is not delivered, and is kept as an incident.
        """
        await write_notes(self.log, self.notes)
        while True:
            row = await self.log.promise(promise.id)
            if row is not None and row.status != PromiseStatus.PROMISED:
                await self._keep_repeated(promise, data)
                return False
            said = [promise_ready(promise.id, data), *drafts]
            if row is None:
                said.insert(0, promise_made(promise))
            if await write_on(self.log, promise, 0 if row is None else row.event, said):
                return True

    async def _keep_repeated(self, promise: Promise, data: Json) -> None:
        """Write down what is said to be ready after something else was; nothing where nobody needs either."""
        standings = fold({}, await self.log.read(promise.session, with_runs=False))
        standing = standings.get(promise.id)
        if (
            standing is None
            or standing.status in _UNNEEDED
            or encoded({"data": standing.data}) == encoded({"data": data})
        ):
            return
        await self.log.append(Append(promise.session, [repeat_refused(promise.id, data)]))

    async def withdraw(self, promise: Promise, reason: str) -> bool:
        """Say that nobody needs it any more; False if it is being delivered, or has ended."""
        while True:
            row = await self.log.promise(promise.id)
            if row is None or row.status not in {PromiseStatus.PROMISED, PromiseStatus.PENDING}:
                return False
            if await write_on(self.log, promise, row.event, [promise_withdrawn(promise.id, reason)]):
                return True

    # -- deliver --------------------------------------------------------------------------------------------------

    async def bind(self, channel: Channel, *, session: str | None = None, on_wake: OnWake | None = None) -> None:
        """Deliver what is pending for the name of a channel, in all sessions or in one, and whatever will be.

        Several channels of one name each get every notice. Binding the same one again does nothing. Raises
        `ClosesWithTurn` for a channel that can't deliver late.
        """
        if not channel.abilities.can_deliver_late:
            raise ClosesWithTurn(channel.name)
        await self.log.owner()
        self._delivering.add(AsyncRoute(channel, session, on_wake or self._on_wake))

    def unbind(self, channel: Channel) -> None:
        """Deliver no more to a channel; what is promised to its name stays pending."""
        self._delivering.remove(channel)

    def leave(self, session: str) -> None:
        """Deliver to the channels of one session only what was promised in it until they are bound to it again."""
        self._delivering.leave(session)

    async def drain(self, seconds: float) -> list[Standing]:
        """Wait until all that is ready has reached the channels that are bound, and return what is left.

        There is one deadline for all of it. What has no channel here is not waited for, and is left.
        """
        deadline, last = time.monotonic() + seconds, 0
        while True:
            left = await self.pending()
            remaining = deadline - time.monotonic()
            if remaining <= 0 or not any(self._delivering.leading_to(standing) for standing in left):
                return left
            last = await self.log.wait(last, remaining)

    async def close(self, seconds: float = _LEAVE) -> list[str]:
        """Deliver no more, and return the names of deliveries that go on after this time, on threads of their own."""
        left = await self._delivering.stop(seconds)
        with suppress(LogClosed):
            await write_notes(self.log, self.notes)
        return left

    # -- look -----------------------------------------------------------------------------------------------------

    async def pending(self, session: str | None = None) -> list[Standing]:
        """Return what is ready and not delivered, of the log or of a session, the least recently touched first."""
        found = await self._standings.of(PromiseStatus.PENDING, PromiseStatus.CLAIMED)
        return [standing for standing in found if session in {None, standing.promise.session}]

    async def promised(self, session: str | None = None) -> list[Standing]:
        """Return what is promised and not ready, of the log or of a session."""
        found = await self._standings.of(PromiseStatus.PROMISED)
        return [standing for standing in found if session in {None, standing.promise.session}]

    async def promises(self, session: str | None = None) -> list[Standing]:
        """Return all promises that were ever made, of the log or of a session."""
        return await self._standings.all(session)

    async def incidents(self, session: str | None = None) -> list[Incident]:
        """Return what could not be delivered, or not for a while, with the reason, in its order."""
        found = [incident for standing in await self._standings.all(session) for incident in standing.incidents]
        return sorted(found, key=lambda incident: incident.at)

    # -- give up --------------------------------------------------------------------------------------------------

    async def expire(self) -> list[Standing]:
        """Give up what is over its time, and return it as it stood; each is an incident.

        What was claimed by a process that is gone is pending again, and what has waited for a reader for too long is
        an incident as well, although it goes on waiting.
        """
        return await self._delivering.expire()
