"""A log in PostgreSQL, which any number of threads, processes and machines may use at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from duotone.errors import LogClosed
from duotone.runtime.events import Append, Json, encoded
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres.asking import Asking, PostgresView
from duotone.runtime.log.postgres.clock import ServerClock
from duotone.runtime.log.postgres.connections import Connections
from duotone.runtime.log.postgres.listening import Listener
from duotone.runtime.log.postgres.owners import LEASE, Owners
from duotone.runtime.log.postgres.writer import Writer
from duotone.runtime.log.pruning import Pruned
from duotone.runtime.log.rows import seal
from duotone.runtime.log.sqlite import Durability
from duotone.runtime.log.store import Settled
from duotone.runtime.log.tables import PUT_SNAPSHOT
from duotone.runtime.log.viewed import ViewedStore
from duotone.runtime.log.views import LogView

__all__ = ["PostgresStore"]

T = TypeVar("T")


class PostgresStore(ViewedStore):
    """A store in the database at `address`; it is opened when it is first used, and its tables are made if need be.

    Raises `LogBusy` when another process holds the log for over `busy` seconds. A connection that is lost is made anew
    for `patience` seconds before that is an error. An owner that is silent for `lease` seconds is dead.
    """

    def __init__(  # noqa: PLR0913  # each says how long something may take, or how safe it is
        self,
        address: str | Address,
        *,
        durability: Durability = "full",
        busy: float = 5.0,
        patience: float = 30.0,
        lease: float = LEASE,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if durability not in {"full", "normal"}:
            message = f"durability={durability!r} is unknown; it is 'full' or 'normal'"
            raise ValueError(message)
        self.address = address if isinstance(address, Address) else Address(address)
        self.name = str(self.address)
        self._is_closed = False
        server = ServerClock()
        is_prompt = durability == "full"
        self._connections = Connections(self.address, server, is_prompt=is_prompt, busy=busy, patience=patience)
        self._clock = server
        self._writer = Writer(self._connections, server, clock)
        self._owners = Owners(self._connections, self._writer, lease)
        self._listener = Listener(self._connections)

    def open(self) -> None:
        """Connect, and make the tables where they are missing; does nothing if that was done."""
        self._connections.ask(lambda _: None)

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Write all appends in one transaction; see `Store`. Raises `CutOff` once others hold this process for dead."""
        self._writer.commit(appends, settled)

    def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep a snapshot of a session in the place of an older one."""
        text = encoded(body)
        found = self.read(session, after=seq - 1, limit=1)
        if not found or found[0].seq != seq:
            message = f"session {session!r} has no event {seq} that a snapshot could stand for"
            raise ValueError(message)
        digest = seal(session, seq, found[0].hash, text)
        with self._writer.alone() as connection:
            Asking(connection).execute(PUT_SNAPSHOT, (session, seq, text, digest))

    def wait(self, after: int, timeout: float | None = None) -> int:
        """Wait for an event past the id `after`, whoever appends it."""
        return self._listener.wait(after, timeout)

    def prune(self, before: float, keep: int = 0) -> Pruned:
        """Remove sessions that are over since `before`, all but their last `keep` events; see `pruning`."""
        total = Pruned()
        while (done := self._writer.prune(before, keep)).sessions:
            total += done
        return total

    def check_writable(self) -> None:
        """Write the row of the log as it is, which takes the same rights as an event."""
        with self._writer.alone() as connection:
            connection.execute("update log set last = last")

    def time(self) -> float:
        """Return the time of the server, which is the same for all machines."""
        return self._clock.now(0.0)

    def owner(self) -> str:
        """Return the name under which this process drives runs of this log."""
        if self._is_closed:
            raise LogClosed(self.name)
        return self._owners.name()

    def is_alive(self, owner: str) -> bool:
        """Say whether the process that got this name still runs, with its store open."""
        return not self._is_closed and self._owners.is_alive(owner)

    def close(self) -> None:
        """Let go of all connections; who waits gets `LogClosed`."""
        self._is_closed = True
        self._listener.close()
        self._owners.close()
        self._connections.close()
        self._writer.close()

    def _look(self, question: Callable[[LogView], T]) -> T:
        return self._connections.ask(lambda connection: question(PostgresView(Asking(connection))))
