"""The outbox: promises as the log keeps them, until each is delivered, or has expired."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from duotone.errors import PromiseMoved
from duotone.runtime._async.standings import AsyncStandings
from duotone.runtime.delivery.drafts import promise_expired, promise_made, promise_ready, promise_withdrawn
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing
from duotone.runtime.events import Append, Draft, Event, ExpectedPromise, Json
from duotone.runtime.log import AsyncLog

__all__ = ["AsyncOutbox"]

_OPEN = (PromiseStatus.PROMISED, PromiseStatus.PENDING, PromiseStatus.CLAIMED)


class AsyncOutbox:
    """The promises of one log, for async code; any number of outboxes in any number of processes may share a log."""

    def __init__(self, log: AsyncLog, *, clock: Callable[[], float] = time.time) -> None:
        """Have no channel yet, so that nothing is delivered from here."""
        self.log = log
        self._clock = clock
        self._standings = AsyncStandings(log)

    # -- promise --------------------------------------------------------------------------------------------------

    async def make(self, promise: Promise, drafts: Sequence[Draft] = ()) -> list[Event]:
        """Promise, together with what begins the work: `drafts` of the same session, in one write or none."""
        made = [promise_made(promise), *drafts]
        return await self.log.append(Append(promise.session, made, expected=ExpectedPromise(promise.id, 0)))

    async def ready(self, promise: Promise, data: Json = None, drafts: Sequence[Draft] = ()) -> bool:
        """Have what was promised, so that it is delivered; False if that was said before, or nobody needs it.

        A promise that was not made is made. `drafts` are written with it, and not at all where the answer is False.
        """
        while True:
            row = await self.log.promise(promise.id)
            if row is not None and row.status != PromiseStatus.PROMISED:
                return False
            said = [promise_ready(promise.id, data), *drafts]
            if row is None:
                said.insert(0, promise_made(promise))
            if await self._went_on(promise, 0 if row is None else row.event, said):
                return True

    async def withdraw(self, promise: Promise, reason: str) -> bool:
        """Say that nobody needs it any more; False if it is being delivered, or has ended."""
        while True:
            row = await self.log.promise(promise.id)
            if row is None or row.status not in {PromiseStatus.PROMISED, PromiseStatus.PENDING}:
                return False
            if await self._went_on(promise, row.event, [promise_withdrawn(promise.id, reason)]):
                return True

    async def _went_on(self, promise: Promise, last: int, drafts: Sequence[Draft]) -> bool:
        """Write about a promise whose last event is known; False if somebody else has written about it since."""
        try:
            await self.log.append(Append(promise.session, drafts, expected=ExpectedPromise(promise.id, last)))
        except PromiseMoved:
            return False
        return True

    # -- look -----------------------------------------------------------------------------------------------------

    async def pending(self, session: str | None = None) -> list[Standing]:
        """Return what is ready and not delivered, of the log or of a session, the least recently touched first."""
        found = await self._standings.of(PromiseStatus.PENDING, PromiseStatus.CLAIMED)
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
        """Give up what is over its time, and return it as it stood; each is an incident."""
        gone: list[Standing] = []
        for standing in await self._standings.of(*_OPEN):
            promise = standing.promise
            if promise.expires <= self._clock() and standing.status is not PromiseStatus.CLAIMED:
                reason = f"{_WAITED_FOR[standing.status]} for channel {promise.channel!r} did not come in time"
                if await self._went_on(promise, standing.event, [promise_expired(promise.id, reason)]):
                    gone.append(standing)
        return gone


_WAITED_FOR = {
    PromiseStatus.PROMISED: "what was promised",
    PromiseStatus.PENDING: "a reader",
}
