"""Connections on which no request comes: ended after a while, since each takes a place that somebody could use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["Silences"]


class Silences:
    """Knows since when each connection waits for the head of a request; uvicorn itself would wait for ever.

    A body that comes slowly is a request already, and has its own limit.
    """

    def __init__(self, seconds: float) -> None:
        """Let a head take so long to arrive."""
        self._seconds = seconds
        self._waiting: dict[Any, tuple[object, float]] = {}

    def end(self, connections: Iterable[Any], now: float) -> None:
        """Look at all connections, and close those that have waited for too long."""
        before, self._waiting = self._waiting, {}
        for connection in list(connections):
            last = getattr(connection, "cycle", self)  # what it was asked last; a socket has no such thing
            if last is not None and not getattr(last, "response_complete", False):
                continue
            answered, since = before.get(connection, (last, now))
            if answered is not last:  # it was asked something meanwhile
                since = now
            if now - since < self._seconds:
                self._waiting[connection] = last, since
            else:
                connection.transport.close()
