# Made by `duotone mirror` from ../_async/outbox.py: edit that file, and run it again.
"""The outbox: promises as the log keeps them, until each is delivered, or has expired."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from duotone.errors import ClosesWithTurn, LogClosed
from duotone.runtime._sync.delivering import Delivering, Terms
from duotone.runtime._sync.knowing import write_on
from duotone.runtime._sync.noting import write_notes
from duotone.runtime._sync.routes import OnWake, Route
from duotone.runtime._sync.standings import Standings
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
from duotone.runtime.log import Log

__all__ = ["Outbox"]

_PATIENCE: Final = 60.0
"""Seconds for which something may wait for a reader before that is an incident."""
_UNNEEDED: Final = frozenset({PromiseStatus.WITHDRAWN, PromiseStatus.EXPIRED})
"""What is ready after that was said is no news: nobody needs it, or its incident is there."""
_LEAVE: Final = 5.0
"""Seconds that a delivery has to end when an outbox is closed."""


@notices_drops
class Outbox:
    """The promises of one log, for async code: ``with Outbox(log) as outbox: ...``.

    Any number of outboxes, in any number of processes, may share a log: each notice is delivered by one of them.
    `on_wake` is called with each notice and its channel, so that an idle session can be woken; of either color.
    """

    def __init__(
        self,
        log: Log,
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
        self._standings = Standings(log)
        self._delivering = Delivering(log, self._standings, Terms(backoff, patience, clock or log.time))

    def __enter__(self) -> Self:
        """Be somebody in the log who can claim what is to be delivered."""
        self.log.owner()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Deliver no more."""
        self.close()

    # -- promise --------------------------------------------------------------------------------------------------

    def make(self, promise: Promise, drafts: Sequence[Draft] = ()) -> list[Event]:
        """Promise, together with what begins the work: `drafts` of the same session, in one write or none."""
        write_notes(self.log, self.notes)
        made = [promise_made(promise), *drafts]
        return self.log.append(Append(promise.session, made, expected=ExpectedPromise(promise.id, 0)))

    def ready(self, promise: Promise, data: Json = None, drafts: Sequence[Draft] = ()) -> bool:
        """Have what was promised, so that it is delivered; False if that was said before, or nobody needs it.

        A promise that was not made is made. `drafts` are written with it, and not at all where the answer is False.
        What differs from what was said before is not delivered, and is kept as an incident.
        """
        write_notes(self.log, self.notes)
        while True:
            row = self.log.promise(promise.id)
            if row is not None and row.status != PromiseStatus.PROMISED:
                self._keep_repeated(promise, data)
                return False
            said = [promise_ready(promise.id, data), *drafts]
            if row is None:
                said.insert(0, promise_made(promise))
            if write_on(self.log, promise, 0 if row is None else row.event, said):
                return True

    def _keep_repeated(self, promise: Promise, data: Json) -> None:
        """Write down what is said to be ready after something else was; nothing where nobody needs either."""
        standings = fold({}, self.log.read(promise.session, with_runs=False))
        standing = standings.get(promise.id)
        if (
            standing is None
            or standing.status in _UNNEEDED
            or encoded({"data": standing.data}) == encoded({"data": data})
        ):
            return
        self.log.append(Append(promise.session, [repeat_refused(promise.id, data)]))

    def withdraw(self, promise: Promise, reason: str) -> bool:
        """Say that nobody needs it any more; False if it is being delivered, or has ended."""
        while True:
            row = self.log.promise(promise.id)
            if row is None or row.status not in {PromiseStatus.PROMISED, PromiseStatus.PENDING}:
                return False
            if write_on(self.log, promise, row.event, [promise_withdrawn(promise.id, reason)]):
                return True

    # -- deliver --------------------------------------------------------------------------------------------------

    def bind(self, channel: Channel, *, session: str | None = None, on_wake: OnWake | None = None) -> None:
        """Deliver what is pending for the name of a channel, in all sessions or in one, and whatever will be.

        Several channels of one name each get every notice. Binding the same one again does nothing. Raises
        `ClosesWithTurn` for a channel that can't deliver late.
        """
        if not channel.abilities.can_deliver_late:
            raise ClosesWithTurn(channel.name)
        self.log.owner()
        self._delivering.add(Route(channel, session, on_wake or self._on_wake))

    def unbind(self, channel: Channel) -> None:
        """Deliver no more to a channel; what is promised to its name stays pending."""
        self._delivering.remove(channel)

    def leave(self, session: str) -> None:
        """Deliver to the channels of one session only what was promised in it until they are bound to it again."""
        self._delivering.leave(session)

    def drain(self, seconds: float) -> list[Standing]:
        """Wait until all that is ready has reached the channels that are bound, and return what is left.

        There is one deadline for all of it. What has no channel here is not waited for, and is left.
        """
        deadline, last = time.monotonic() + seconds, 0
        while True:
            left = self.pending()
            remaining = deadline - time.monotonic()
            if remaining <= 0 or not any(self._delivering.leading_to(standing) for standing in left):
                return left
            last = self.log.wait(last, remaining)

    def close(self, seconds: float = _LEAVE) -> list[str]:
        """Deliver no more, and return the names of deliveries that go on after this time, on threads of their own."""
        left = self._delivering.stop(seconds)
        with suppress(LogClosed):
            write_notes(self.log, self.notes)
        return left

    # -- look -----------------------------------------------------------------------------------------------------

    def pending(self, session: str | None = None) -> list[Standing]:
        """Return what is ready and not delivered, of the log or of a session, the least recently touched first."""
        found = self._standings.of(PromiseStatus.PENDING, PromiseStatus.CLAIMED)
        return [standing for standing in found if session in {None, standing.promise.session}]

    def promised(self, session: str | None = None) -> list[Standing]:
        """Return what is promised and not ready, of the log or of a session."""
        found = self._standings.of(PromiseStatus.PROMISED)
        return [standing for standing in found if session in {None, standing.promise.session}]

    def promises(self, session: str | None = None) -> list[Standing]:
        """Return all promises that were ever made, of the log or of a session."""
        return self._standings.all(session)

    def incidents(self, session: str | None = None) -> list[Incident]:
        """Return what could not be delivered, or not for a while, with the reason, in its order."""
        found = [incident for standing in self._standings.all(session) for incident in standing.incidents]
        return sorted(found, key=lambda incident: incident.at)

    # -- give up --------------------------------------------------------------------------------------------------

    def expire(self) -> list[Standing]:
        """Give up what is over its time, and return it as it stood; each is an incident.

        What was claimed by a process that is gone is pending again, and what has waited for a reader for too long is
        an incident as well, although it goes on waiting.
        """
        return self._delivering.expire()
