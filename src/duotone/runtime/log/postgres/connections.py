"""The connections of one process to a PostgreSQL: made when they are needed, made anew when they are lost."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Generator
from typing import Final, TypeVar

from duotone.errors import LogClosed, LogUnreachable, LogUnwritable
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.postgres.clock import ServerClock
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.schema import SCHEMA, prepare
from duotone.runtime.log.postgres.translation import translated

__all__ = ["Connections", "refuse_encoding"]

T = TypeVar("T")

_KEPT: Final = 4
"""So many readers stay open while nobody reads."""
_MOST: Final = 8
"""So many may read at once; others wait for one of them."""
_SECONDS: Final = 10
"""How long a server may take to answer whoever connects."""
_PAUSE: Final = 0.1
"""How long to wait before a server that could not be reached is asked again."""
_IDLE: Final = "5s"
"""How long a transaction may rest: a process that was stopped in the middle of one must not hold up all others."""

_SETTINGS: Final = (
    "select set_config('search_path', %s, false), set_config('lock_timeout', %s, false), "
    "set_config('idle_in_transaction_session_timeout', %s, false), "
    "set_config('default_transaction_isolation', 'read committed', false), "
    "set_config('synchronous_commit', case when %s then 'off' when current_setting('synchronous_commit') = 'off' "
    "then 'on' else current_setting('synchronous_commit') end, false), "
    "current_setting('server_encoding'), extract(epoch from clock_timestamp())::float8"
)

_inherited: list[Connection] = []
"""Connections of a parent process: a child must not even let them be collected."""


class Connections:
    """The way to a server. One who writes at a time; those who read see what is committed."""

    def __init__(self, address: Address, clock: ServerClock, *, is_prompt: bool, busy: float, patience: float) -> None:
        self.address = address
        self.busy = busy
        self.patience = patience
        self._clock = clock
        self._is_prompt = is_prompt
        self._is_prepared = False
        self._is_closed = False
        self._lost_at: float | None = None
        self._all: set[Connection] = set()
        self._readers: list[Connection] = []
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no connections, as at the start and in a forked child, which must not speak on those of its parent."""
        for connection in self._all:
            _inherited.append(connection)
            with contextlib.suppress(Exception):
                os.close(connection.fileno())
        self._all = set()
        self._readers = []
        self._lent = 0
        self._returned = threading.Condition()

    def connect(self) -> Connection:
        """Open a connection of one's own, to be given back to `discard`; raises `LogUnreachable` and the like."""
        if self._is_closed:
            raise LogClosed(str(self.address))
        with translated(self.address, self.busy):
            connection = psycopg().connect(
                self.address.secret, autocommit=True, connect_timeout=_SECONDS, fallback_application_name="duotone"
            )
            self._all.add(connection)
            try:
                self._set_up(connection)
            except BaseException:
                self.discard(connection)
                raise
        self._lost_at = None
        return connection

    def _set_up(self, connection: Connection) -> None:
        given = SCHEMA, f"{round(self.busy * 1000)}ms", _IDLE, not self._is_prompt
        *_, encoding, now = connection.execute(_SETTINGS, given).fetchone()
        self._clock.set(now)
        refuse_encoding(encoding, str(self.address))
        if not self._is_prepared:
            prepare(connection, str(self.address))
            self._is_prepared = True

    def connect_patiently(self, until: float) -> Connection:
        """Open a connection once the server can be reached, and give up at the time `until` of the monotonic clock.

        A server that was never reached is not waited for: its address may be wrong. One that has been gone for longer
        than everybody's patience is asked once: those who come later would wait one after the other for nothing.
        """
        while True:
            try:
                return self.connect()
            except LogUnreachable as error:
                now = time.monotonic()
                self._lost_at = now if self._lost_at is None else self._lost_at
                if error.is_lasting or not self._is_prepared or now > min(until, self._lost_at + self.patience):
                    raise
                time.sleep(_PAUSE)

    def discard(self, connection: Connection) -> None:
        """Close a connection."""
        self._all.discard(connection)
        with contextlib.suppress(psycopg().Error, OSError):
            connection.close()

    def ask(self, question: Callable[[Connection], T]) -> T:
        """Return what a reader answers; where the connection is lost, another one is asked the same."""
        until = time.monotonic() + self.patience
        while True:
            with self._lending():
                connection = self._reader() or self.connect_patiently(until)
                try:
                    with translated(self.address, self.busy):
                        answer = question(connection)
                except LogUnreachable:
                    self.discard(connection)
                    if time.monotonic() > until:
                        raise
                except BaseException:
                    self.discard(connection)
                    raise
                else:
                    self._take_back(connection)
                    return answer

    def _reader(self) -> Connection | None:
        with self._returned:
            return self._readers.pop() if self._readers else None

    @contextlib.contextmanager
    def _lending(self) -> Generator[None]:
        with self._returned:
            self._returned.wait_for(lambda: self._lent < _MOST or self._is_closed)
            if self._is_closed:
                raise LogClosed(str(self.address))
            self._lent += 1
        try:
            yield
        finally:
            with self._returned:
                self._lent -= 1
                self._returned.notify()

    def _take_back(self, connection: Connection) -> None:
        with self._returned:
            if not self._is_closed and len(self._readers) < _KEPT:
                self._readers.append(connection)
                return
        self.discard(connection)

    def close(self) -> None:
        """Close what nobody uses at the moment; the rest is closed when it is given back."""
        with self._returned:
            self._is_closed = True
            idle, self._readers = self._readers, []
            self._returned.notify_all()
        for connection in idle:
            self.discard(connection)


def refuse_encoding(encoding: str | bytes, name: str) -> None:
    """Raise `LogUnwritable` for a database that can't hold every text; one without an encoding answers in bytes."""
    if encoding != "UTF8":
        said = encoding.decode() if isinstance(encoding, bytes) else encoding
        reason = f"its encoding is {said}; make a database with createdb -E UTF8 -T template0, and name that"
        raise LogUnwritable(name, reason)
