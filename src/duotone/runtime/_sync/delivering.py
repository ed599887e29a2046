# Made by `duotone mirror` from ../_async/delivering.py: edit that file, and run it again.
"""Delivering what is pending: claimed first, so that one outbox of all tries, and tried until it has arrived."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from duotone.errors import LogClosed
from duotone.runtime._sync.knowing import write_on
from duotone.runtime._sync.routes import Brought, Route
from duotone.runtime._sync.standings import Standings
from duotone.runtime.delivery.backoff import Backoff
from duotone.runtime.delivery.channels import Channel
from duotone.runtime.delivery.claims import Claims
from duotone.runtime.delivery.drafts import (
    promise_claimed,
    promise_delivered,
    promise_expired,
    promise_failed,
    promise_released,
    promise_unroutable,
)
from duotone.runtime.delivery.hands import Hands
from duotone.runtime.delivery.standing import PromiseStatus, Standing
from duotone.runtime.events import Draft, Event
from duotone.runtime.log import Log
from duotone.runtime.suppressing import note_suppressed, suppressing

__all__ = ["Delivering", "Terms"]

_LOOK: Final = 0.25
"""Seconds after which it looks around again although nothing was written."""
_BREATH: Final = 0.02
"""Seconds between two looks at a log to which others write without a pause."""
_TIDY: Final = 1.0
"""Seconds after which it looks for what is over its time, or was claimed by somebody who is gone."""
_ATTEND: Final = "duotone-outbox"


class Terms(NamedTuple):
    """How often to try, how long something may wait for a reader before that is an incident, and what the time is."""

    backoff: Backoff
    patience: float
    clock: Callable[[], float]


class Delivering:
    """What one outbox does in the background, once it has a channel."""

    def __init__(self, log: Log, standings: Standings, terms: Terms) -> None:
        """Have no channel yet."""
        self.routes: list[Route] = []
        self._log = log
        self._standings = standings
        self._terms = terms
        self._claims = Claims()
        self._hands = Hands()
        self._hurry: set[str] = set()
        """Names of channels that have just been bound: what is pending for them is due, however often it failed."""
        self._changing = threading.Lock()  # of routes and hurry; never held while anything is awaited
        self._tidied = 0.0
        self._is_closed = False

    def leading_to(self, standing: Standing) -> list[Route]:
        """Return the routes to the reader of a promise whose channels are open."""
        return [route for route in self.routes if route.takes(standing.promise) and route.is_open]

    def add(self, route: Route) -> None:
        """Deliver to a channel from here on, what is pending first, unless that is so already."""
        with self._changing:
            same = next((one for one in self.routes if one.is_like(route)), None)
            if same is None:
                route.stand_beside(self.routes)
                self.routes = [*self.routes, route]
                self._hurry.add(route.channel.name)
            else:
                same.is_left = False
        self._hands.start(_ATTEND, self._attend)

    def remove(self, channel: Channel) -> None:
        """Deliver no more to a channel."""
        with self._changing:
            self.routes = [route for route in self.routes if route.channel is not channel]

    def leave(self, session: str) -> None:
        """Keep the routes of a session only until what was promised in it is delivered."""
        with self._changing:
            for route in self.routes:
                route.is_left |= route.session == session

    def stop(self, seconds: float) -> list[str]:
        """Deliver no more, and return the names of what still goes on after this time."""
        self._is_closed = True
        left = self._hands.stop(seconds)
        self._claims.close()
        return left

    # -- in the background ----------------------------------------------------------------------------------------

    def _attend(self) -> None:
        last = 0
        while not self._is_closed:
            try:
                wait = self._look_around()
                last = self._log.wait(last, wait)
            except LogClosed:
                return
            except Exception as error:  # noqa: BLE001  # whatever it is, the next look may go well
                note_suppressed("looking at the outbox", error)
            self._hands.pause(_BREATH)

    def _look_around(self) -> float:
        """Begin to deliver what is due, and return in how many seconds something will be."""
        now, wait = self._terms.clock(), _LOOK
        if abs(now - self._tidied) >= _TIDY:  # a clock may also be put back
            self._tidied = now
            self.expire()
            self._forget()
        with self._changing:
            hurry, self._hurry = self._hurry, set()
        lanes: dict[str, list[Standing]] = {}
        for standing in self._standings.of(PromiseStatus.PENDING):
            promise = standing.promise
            if not self.leading_to(standing):
                continue
            if standing.due > now and promise.channel not in hurry:
                wait = min(wait, standing.due - now)
            elif promise.expires > now:
                lanes.setdefault(f"{_ATTEND}:{promise.channel}:{promise.session}", []).append(standing)
        for name, lane in lanes.items():
            if not self._hands.start(name, self._serve, lane) and lane[0].promise.channel in hurry:
                self._hurry.add(lane[0].promise.channel)
        return wait

    def _forget(self) -> None:
        """Have no routes any more that nothing more can be delivered on."""
        if not any(route.is_left or not route.is_open for route in self.routes):
            return
        promised = self._standings.of(PromiseStatus.PROMISED, PromiseStatus.PENDING, PromiseStatus.CLAIMED)
        with self._changing:
            self.routes = [
                route
                for route in self.routes
                if route.is_open and not (route.is_left and not any(route.takes(one.promise) for one in promised))
            ]

    def expire(self) -> list[Standing]:
        """Give up what is over its time; returns it as it stood. See `Outbox.expire`."""
        self._take_back()
        gone: list[Standing] = []
        for standing in self._standings.of(PromiseStatus.PROMISED, PromiseStatus.PENDING):
            promise = standing.promise
            if promise.expires <= self._terms.clock():
                if self._write(standing, promise_expired(promise.id, _missing(standing))):
                    gone.append(standing)
            elif self._has_no_reader(standing):
                reason = f"no channel {promise.channel!r} was bound for over {self._terms.patience:g} s"
                self._write(standing, promise_unroutable(promise.id, reason))
        return gone

    def _has_no_reader(self, standing: Standing) -> bool:
        return (
            standing.status is PromiseStatus.PENDING
            and all(incident.kind == "repeated" for incident in standing.incidents)
            and standing.due + self._terms.patience <= self._terms.clock()
            and not self.leading_to(standing)
        )

    def _take_back(self) -> None:
        """Let what was claimed by somebody who is gone be pending again."""
        owner = self._log.owner()
        for standing in self._standings.of(PromiseStatus.CLAIMED):
            if standing.owner == owner:
                is_left = self._claims.is_left(standing.promise.id, standing.outbox)
            else:
                is_left = not self._log.is_alive(standing.owner)
            if is_left:
                self._write(standing, promise_released(standing.promise.id, standing.owner))

    def _serve(self, lane: Sequence[Standing]) -> None:
        """Deliver what is for one reader in one session, in its order."""
        with suppressing("delivering", Exception):  # it stays claimed by nobody who is at it, and is taken back
            for standing in lane:
                if not self._is_closed and self._claims.take(standing.promise.id):
                    try:
                        self._deliver(standing)
                    finally:
                        self._claims.leave(standing.promise.id)

    def _deliver(self, standing: Standing) -> None:
        promise, tries = standing.promise, standing.tries + 1
        owner = self._log.owner()
        claim = promise_claimed(promise.id, owner, self._claims.outbox, tries)
        claimed = self._write(standing, claim)
        if not claimed:  # somebody else delivers it
            return
        end = promise_released(promise.id, owner)
        try:
            end = self._end(standing, tries, self._bring(standing))
        finally:
            self._write(standing, end, claimed[-1].id)

    def _bring(self, standing: Standing) -> list[Brought]:
        notice = standing.promise.notice(standing.data)
        return [route.bring(notice) for route in self.leading_to(standing)]

    def _end(self, standing: Standing, tries: int, brought: Sequence[Brought]) -> Draft:
        promise = standing.promise
        errors = [error for one in brought for error in one.errors]
        if not brought:  # the last channel was unbound at this moment
            return promise_released(promise.id, standing.owner)
        if errors:
            said = "; ".join(f"{type(error).__name__}: {error}" for error in errors)
            return promise_failed(promise.id, said, tries, self._terms.backoff.due(tries, self._terms.clock()))
        receipt = next((one.receipt for one in brought if one.receipt is not None), None)
        return promise_delivered(promise.id, promise.channel, receipt)

    def _write(self, standing: Standing, draft: Draft, last: int | None = None) -> list[Event]:
        """Write what became of a promise past its last event; nothing if somebody else has written about it since."""
        return write_on(self._log, standing.promise, standing.event if last is None else last, [draft])


def _missing(standing: Standing) -> str:
    what = "its work" if standing.status is PromiseStatus.PROMISED else "a reader"
    return f"{what} for channel {standing.promise.channel!r} did not come in time"
