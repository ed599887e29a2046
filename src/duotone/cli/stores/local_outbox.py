"""The promises of a log on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.cli.stores.places import Place
from duotone.cli.stores.shapes import Row, Rows
from duotone.errors import WrongUse
from duotone.runtime import Outbox
from duotone.runtime.delivery.standing import Standing, fold
from duotone.runtime.log.views import LogView

__all__ = ["LocalOutbox"]


class LocalOutbox:
    """Reads promises without a trace; nothing is delivered from a command, which has no reader."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def list(self, session: str | None) -> Rows:
        """Return all promises."""
        with self._place.looked_at() as view:
            return [_row(standing) for standing in _standings(view, session)]

    def incidents(self, session: str | None) -> Rows:
        """Return what could not be delivered."""
        with self._place.looked_at() as view:
            found = [incident for standing in _standings(view, session) for incident in standing.incidents]
        return [
            {"promise": one.promise.id, "kind": one.kind, "reason": one.reason, "at": one.at}
            for one in sorted(found, key=lambda one: one.at)
        ]

    def withdraw(self, promise: str, reason: str) -> Row | None:
        """Say that nobody needs it; None if it is too late for that."""
        with self._place.looked_at() as view:
            found = next((one for one in _standings(view, None) if one.promise.id == promise), None)
        if found is None:
            message = f"there is no promise {promise!r}; `duotone outbox list` shows all"
            raise WrongUse(message)
        with self._place.opened() as log, Outbox(log) as outbox:
            if not outbox.withdraw(found.promise, reason):
                return None
        return {**_row(found), "status": "withdrawn"}

    def expire(self) -> Rows:
        """Give up what is over its time, and return it."""
        with self._place.opened() as log, Outbox(log) as outbox:
            return [_row(standing) for standing in outbox.expire()]


def _standings(view: LogView, session: str | None) -> Iterator[Standing]:
    sessions = sorted({row.session for row in view.promises()} if session is None else {session})
    for one in sessions:
        yield from fold({}, view.read(one, with_runs=False)).values()


def _row(standing: Standing) -> Row:
    promise = standing.promise
    told: dict[str, Any] = {"tries": standing.tries, "error": standing.error, "expires": promise.expires}
    where = {"channel": promise.channel, "session": promise.session, "run": promise.run}
    what = {"promise": promise.id, "status": str(standing.status), "kind": promise.kind, "about": promise.about}
    return {**what, **where, **told}
