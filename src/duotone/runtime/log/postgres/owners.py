"""Who drives runs of a log that many machines share: a name, a lock on a connection of its own, and a lease.

1. The lock goes with its connection, so the death of a process is seen once its last beat is a moment old. That moment
   is for owners who live, and have lost only their connection, or whose server has started again.
2. A process that was stopped, or can't be reached, keeps its lock; it is dead once its lease is over.
3. Whoever finds an owner dead buries it, in a transaction that moves the log by a turn: from there on nothing is
   written in that name. Before that nobody is told that it is dead.
"""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from typing import Final
from uuid import uuid4

from duotone.errors import CutOff, DuotoneError, LogUnreachable
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.postgres.connections import Connections
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.postgres.schema import LOCKS
from duotone.runtime.log.postgres.translation import translated
from duotone.runtime.log.postgres.writer import LOCK, MOVE, Writer

__all__ = ["GRACE", "LEASE", "Owners", "living"]

LEASE: Final = 15.0
"""Seconds for which an owner may be silent while its connection lives."""
_BEAT: Final = 1.0
"""Seconds between two signs of life."""
GRACE: Final = 5.0
"""Seconds after the last sign of life, or the start of the server, in which a lost connection is no death."""
_FORGOTTEN: Final = "1 day"
"""Rows of the dead are kept so long; a name without a row is a dead one, too."""

_TAKE: Final = "insert into owners (name, lease, beat) values (%s, %s, clock_timestamp()) on conflict do nothing"
_SIGN: Final = "update owners set beat = clock_timestamp() where name = %s and ended is null returning number"
_LIVES: Final = (
    "case when exists (select from pg_locks where locktype = 'advisory' and classid = %s and objid = number "
    "and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database())) "
    "then lease else least(lease, %s) end > "
    "extract(epoch from clock_timestamp() - greatest(beat, pg_postmaster_start_time()))"
)
_STATE: Final = f"select {_LIVES} from owners where name = %s and ended is null"  # noqa: S608  # ours
_LIVING: Final = f"select name from owners where ended is null and {_LIVES} order by name"  # noqa: S608  # the same
_SWEEP: Final = (
    f"with swept as (delete from owners where beat < clock_timestamp() - interval '{_FORGOTTEN}' returning ended) "  # noqa: S608  # ours
    f"{MOVE} where exists (select from swept where ended is null)"
)
"""Forgets the dead. One whom nobody has buried is dead from here on too, so the log moves by a turn."""


class Owners:
    """The owners of one log; this process has a name once it is asked for, and a thread that keeps it alive."""

    def __init__(self, connections: Connections, writer: Writer, lease: float) -> None:
        self._connections = connections
        self._writer = writer
        self._lease = lease
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no name, as at the start and in a forked child."""
        self._mutex = threading.Lock()
        self._name = ""
        self._connection: Connection | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def name(self) -> str:
        """Return the name of this process, alive from here on; raises `CutOff` once it is held for dead."""
        with self._mutex:
            if not self._name:
                host = re.sub(r"\W+", "_", socket.gethostname(), flags=re.ASCII) or "host"
                name = f"{host}-{os.getpid()}-{uuid4().hex[:8]}"
                self._connections.ask(lambda connection: _entered(connection, name, self._lease))
                self._connection = self._locked_patiently(name)
                self._name = self._writer.owner = name
                self._thread = threading.Thread(target=self._live, name="duotone-log-owner", daemon=True)
                self._thread.start()
            elif self._ended.is_set():
                raise CutOff(self._name)
            return self._name

    def _locked_patiently(self, name: str) -> Connection:
        """Do the same as `_locked` once the server, which was there a moment ago, can be reached again."""
        until = time.monotonic() + self._connections.patience
        while True:
            connection = self._connections.connect_patiently(until)
            try:
                return self._locked_on(connection, name)
            except LogUnreachable:
                if time.monotonic() > until:
                    raise

    def _locked(self, name: str) -> Connection:
        """Give a sign of life on a connection that has the lock of a name; raises `CutOff` if it is buried."""
        return self._locked_on(self._connections.connect(), name)

    def _locked_on(self, connection: Connection, name: str) -> Connection:
        try:
            with translated(self._connections.address, self._connections.busy):
                connection.execute("set synchronous_commit = off")  # a sign of life that is lost only looks late
                connection.execute("select pg_advisory_lock(%s, %s)", (LOCKS, _signed(connection, name)))
        except BaseException:
            self._connections.discard(connection)
            raise
        return connection

    def _live(self) -> None:
        """Give signs of life until the name is given up, or others have buried it."""
        ended = self._ended
        while not ended.wait(min(_BEAT, self._lease / 3)):
            try:
                self._beat()
            except CutOff:
                ended.set()
            except DuotoneError:  # the lease says how long that may go on
                self._let_go()

    def _beat(self) -> None:
        with self._mutex:
            if self._ended.is_set():
                return
            if self._connection is None:
                self._connection = self._locked(self._name)
                return
            with translated(self._connections.address, self._connections.busy):
                _signed(self._connection, self._name)

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._connections.discard(connection)

    def is_alive(self, owner: str) -> bool:
        """Say whether the process of that name runs, on whatever machine; one that doesn't is buried before."""
        if "\0" in owner:
            return False
        found = self._connections.ask(lambda connection: _is_alive(connection, owner))
        return bool(found) or (found is False and not self._is_buried(owner))

    def _is_buried(self, owner: str) -> bool:
        """Bury an owner, unless it has given a sign of life after all; waits for what it is writing."""
        with self._writer.alone() as connection:
            connection.execute("begin")
            connection.execute(LOCK)
            is_dead = not _is_alive(connection, owner)
            if is_dead:
                connection.execute("update owners set ended = clock_timestamp() where name = %s", (owner,))
                connection.execute(MOVE)
            connection.execute("commit")
            return is_dead

    def close(self) -> None:
        """Give the name up."""
        self._ended.set()
        with self._mutex:
            try:
                if self._connection is not None and self._name:
                    with translated(self._connections.address, self._connections.busy):
                        self._connection.execute("delete from owners where name = %s", (self._name,))
            except DuotoneError:  # its lease ends by itself
                pass
            finally:
                self._let_go()


def _entered(connection: Connection, owner: str, lease: float) -> None:
    """Enter a name, for good: one that isn't there is held for dead, and so is one that was lost."""
    connection.execute("begin")
    connection.execute("set local synchronous_commit = on")
    connection.execute(_SWEEP)
    connection.execute(_TAKE, (owner, lease))
    connection.execute("commit")


def _signed(connection: Connection, owner: str) -> int:
    """Give a sign of life, and return the number of an owner; raises `CutOff` if it is buried."""
    row = connection.execute(_SIGN, (owner,)).fetchone()
    if row is None:
        raise CutOff(owner)
    number: int = row[0]
    return number


def _is_alive(connection: Connection, owner: str) -> bool | None:
    """Say whether an owner has given a sign of life lately; None if there is none of that name, or it is buried."""
    row = connection.execute(_STATE, (LOCKS, GRACE, owner)).fetchone()
    return None if row is None else row[0]


def living(connection: Connection) -> list[str]:
    """Return who has given a sign of life lately; nobody is buried for it."""
    return [name for [name] in connection.execute(_LIVING, (LOCKS, GRACE)).fetchall()]
