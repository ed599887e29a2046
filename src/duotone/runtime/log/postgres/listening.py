"""Waiting for a log to go on: the server says so, and a look now and then is for what was said to nobody."""

from __future__ import annotations

import threading
import time
from typing import Final

from duotone.errors import LogClosed, LogUnreachable
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.postgres.connections import Connections
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.postgres.translation import translated
from duotone.runtime.log.postgres.writing import CHANNEL

__all__ = ["Listener"]

_POLL: Final = 1.0
"""So often somebody who hears nothing looks for himself, in seconds: a word that was lost only delays."""
_SLICE: Final = 0.1
"""For so long whoever listens doesn't see that the store is closed, in seconds."""


class Listener:
    """One connection that listens for all who wait: the first of them hears for the others."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._is_closed = False
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have heard nothing, as at the start and in a forked child."""
        self._listening = threading.Lock()
        self._heard = threading.Condition()
        self._last = 0
        self._connection: Connection | None = None

    def wait(self, after: int, timeout: float | None) -> int:
        """Return the id of the last event once it is past `after`, or the time is up; raises `LogClosed`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        looked = -float("inf")
        while not self._is_closed:
            now = time.monotonic()
            if now - looked >= _POLL:
                self._tell(self._connections.ask(_last))
                looked = now
            left = _SLICE if deadline is None else min(_SLICE, deadline - now)
            if self._last > after or left <= 0:
                return self._last
            if self._listening.acquire(blocking=False):
                try:
                    looked = self._listen(left, looked)
                finally:
                    self._listening.release()
            else:
                with self._heard:
                    self._heard.wait_for(lambda: self._last > after or self._is_closed, left)
        raise LogClosed(str(self._connections.address))

    def _listen(self, seconds: float, looked: float) -> float:
        """Hear what is said for so long; returns when the log was looked at, which is never if nobody listened yet."""
        try:
            with translated(self._connections.address, self._connections.busy):
                if self._connection is None:
                    self._connection = self._connections.connect()
                    self._connection.execute(f"listen {CHANNEL}")
                    return -float("inf")
                for said in self._connection.notifies(timeout=seconds, stop_after=1):
                    self._tell(int(said.payload))
        except LogUnreachable:
            self._leave()
            time.sleep(seconds)
        return looked

    def _tell(self, last: int) -> None:
        with self._heard:
            if last > self._last:
                self._last = last
                self._heard.notify_all()

    def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._connections.discard(connection)

    def close(self) -> None:
        """Let everybody go who waits."""
        with self._heard:
            self._is_closed = True
            self._heard.notify_all()
        with self._listening:
            self._leave()


def _last(connection: Connection) -> int:
    last: int = connection.execute("select last from log").fetchone()[0]
    return last
