"""The promises of a server."""

from __future__ import annotations

from duotone.cli.stores.client import Client, path
from duotone.cli.stores.shapes import Row, Rows
from duotone.errors import WrongUse

__all__ = ["RemoteOutbox"]

_MOST = 100
"""So many promises are shown, each of which is asked for."""


class RemoteOutbox:
    """Asks a server about promises, the last ones."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, session: str | None) -> Rows:
        """Return promises, those of which was heard last at the end."""
        return [_row(one) for one in self._every(session)]

    def incidents(self, session: str | None) -> Rows:
        """Return what could not be delivered."""
        found = [{"promise": one["id"], **incident} for one in self._every(session) for incident in one["incidents"]]
        return sorted(found, key=lambda one: one["at"])

    def withdraw(self, promise: str, reason: str) -> Row | None:
        """Say that nobody needs it; None if it is too late for that."""
        told = self._client.post(path("promises", promise, "withdraw"), {"reason": reason})
        return _row(self._client.get(path("promises", promise))) if told["done"] else None

    def expire(self) -> Rows:
        """Refuse: a server does that by itself."""
        message = "a server gives up by itself what is over its time; see `duotone outbox incidents`"
        raise WrongUse(message)

    def _every(self, session: str | None) -> Rows:
        known = self._client.every(path("promises"), _MOST)
        wanted = [one["id"] for one in reversed(known) if session in {None, one["session"]}]
        return [self._client.get(path("promises", promise)) for promise in wanted]


def _row(one: Row) -> Row:
    names = ("status", "kind", "about", "channel", "session", "run", "tries", "error", "expires")
    return {"promise": one["id"], **{name: one[name] for name in names}}
