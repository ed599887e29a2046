"""Commits: what a writer knows is enough for one statement while nobody else writes; else it looks, or locks and looks.

1. The row of `log` orders all commits. Whoever changes it has it alone until its commit can be seen, so ids grow in the
   order in which readers see them, and no event comes up later below one that was read.
2. A statement that was written for another state of the log writes nothing. So what one process knows from before can
   be relied on, and a process that others hold for dead can't write: declaring it dead has moved the log by a turn.
3. A commit whose end nobody has seen is looked for under the same lock before it is tried again. Where it isn't found
   the log is moved by a turn, so that it can't come through any more.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Final

from duotone.errors import CutOff, LogClosed, LogUncertain, LogUnreachable
from duotone.runtime.events import Append, Event
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.postgres.asking import Asking
from duotone.runtime.log.postgres.clock import ServerClock
from duotone.runtime.log.postgres.connections import Connections
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.known import Known, Look, Wanted
from duotone.runtime.log.postgres.refusing import unkeepable
from duotone.runtime.log.postgres.translation import is_lost, translated
from duotone.runtime.log.postgres.writing import write
from duotone.runtime.log.pruning import Pruned, prune_some
from duotone.runtime.log.store import Settled, result_of

__all__ = ["LOCK", "MOVE", "Writer"]

LOCK: Final = "select from log for update"
"""Has the log alone until the end of the transaction; a look that begins after it sees how the log stands."""
MOVE: Final = "update log set turn = turn + 1"
"""Makes useless what all writers know of the log."""
_WARY: Final = 16
"""So many commits go under the lock once somebody else was quicker than a commit without it."""
_IS_ALIVE: Final = "select 1 from owners where name = %s and ended is null"
_HASH: Final = "select hash from events where session = %s and seq = %s"


class _Lost(Exception):
    """A connection was lost, or left, while this was about to be committed."""

    def __init__(self, changes: Changes, outcomes: list[Settled], because: BaseException) -> None:
        self.changes = changes
        self.outcomes = outcomes
        self.because = because


class Writer:
    """The one connection of a process that writes, and what it knows."""

    def __init__(self, connections: Connections, clock: ServerClock, fixed: Callable[[], float] | None) -> None:
        self.owner = ""
        """Under whose name this process drives runs, once it has one."""
        self._connections = connections
        self._clock = clock
        self._fixed = fixed
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no connection and know nothing, as at the start and in a forked child."""
        self._writing = threading.Lock()
        self._connection: Connection | None = None
        self._known: Known | None = None
        self._is_alone = False
        self._wary = 0
        self._alive_in = "", 0
        self.owner = ""

    # -- commit ---------------------------------------------------------------------------------------------------

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Write all appends, once, however often the connection is lost on the way; see `Store`."""
        refused = {number: error for number, one in enumerate(appends) if (error := unkeepable(one)) is not None}
        kept = [one for number, one in enumerate(appends) if number not in refused]
        with self._writing:
            outcomes = self._committed(kept, settled, refused) if kept else []
        settled[:] = _merged(outcomes, refused)

    def _committed(
        self, appends: Sequence[Append], settled: list[Settled], refused: dict[int, ValueError]
    ) -> list[Settled]:
        until = time.monotonic() + self._connections.patience
        while True:
            try:
                return self._tried(appends, until)
            except _Lost as lost:
                was_kept = self._was_written(lost.changes.events[0], until)
                if not is_lost(lost.because):  # whoever wrote was interrupted, and goes
                    if was_kept:
                        settled[:] = _merged(lost.outcomes, refused)
                    raise lost.because from None
                if was_kept:
                    return lost.outcomes

    def _tried(self, appends: Sequence[Append], until: float) -> list[Settled]:
        wanted = Wanted.by(appends)
        while True:
            connection = self._connected(until)
            try:
                with self._in_use(connection):
                    return self._written(connection, appends, wanted)
            except LogUnreachable:  # it was lost before anything was written
                self._known = None
                if time.monotonic() > until:
                    raise
            except BaseException:
                self._known = None
                raise

    def _written(self, connection: Connection, appends: Sequence[Append], wanted: Wanted) -> list[Settled]:
        """Write in one message while nobody else does, in two while others do now and then, and else under the lock."""
        if self._known is not None and self._is_alone and self._known.has(wanted):
            outcomes = self._written_from_memory(connection, appends, wanted)
            if outcomes is not None:
                return outcomes
        if not self._wary:
            outcomes = self._written_after_look(connection, appends, wanted)
            if outcomes is not None:
                return outcomes
        self._wary = (self._wary or _WARY) - 1
        return self._written_under_lock(connection, appends, wanted)

    def _written_from_memory(
        self, connection: Connection, appends: Sequence[Append], wanted: Wanted
    ) -> list[Settled] | None:
        """Write what follows from what is known; None if the log is not as it is known, or has a key already."""
        known = self._known
        assert known is not None
        known.writings = dict.fromkeys(wanted.keys, ())
        changes, outcomes = self._planned(appends, known)
        if not changes.events:
            # What is refused may be refused because of something that has changed since.
            return outcomes if all(one == [] for one in outcomes) and not _expects(appends) else None
        return self._written_at_once(connection, changes, outcomes, wanted.keys)

    def _written_after_look(
        self, connection: Connection, appends: Sequence[Append], wanted: Wanted
    ) -> list[Settled] | None:
        """Write what follows from how the log stands; None if somebody else was quicker."""
        self._take_in(connection, Look(connection, wanted))
        assert self._known is not None
        changes, outcomes = self._planned(appends, self._known)
        return self._written_at_once(connection, changes, outcomes) if changes.events else outcomes

    def _written_at_once(
        self, connection: Connection, changes: Changes, outcomes: list[Settled], keys: Iterable[str] = ()
    ) -> list[Settled] | None:
        known = self._known
        assert known is not None
        with _lost_as(changes, outcomes):
            answer = write(connection, changes, known.last, known.turn, keys).fetchone()
        if answer is None:
            self._known, self._is_alone = None, False
            return None
        self._clock.set(answer[0])
        known.go_on(changes)
        return outcomes

    def _written_under_lock(self, connection: Connection, appends: Sequence[Append], wanted: Wanted) -> list[Settled]:
        known = self._locked(connection, wanted)
        changes, outcomes = self._planned(appends, known)
        if not changes.events:
            connection.execute("rollback")
            return outcomes
        with _lost_as(changes, outcomes), connection.pipeline():
            write(connection, changes, known.last, known.turn)
            connection.execute("commit")
        known.go_on(changes)
        return outcomes

    def _locked(self, connection: Connection, wanted: Wanted) -> Known:
        """Begin a transaction that has the log alone, and return what is known then; raises `CutOff`."""
        with connection.pipeline():
            connection.execute("begin")
            connection.execute(LOCK, prepare=True)
            look = Look(connection, wanted)
        return self._take_in(connection, look)

    def _take_in(self, connection: Connection, look: Look) -> Known:
        before, self._known = self._known, look.known(self._known, self._clock)
        self._is_alone = self._known is before
        # Others can't have found this process to be dead in a turn in which it was seen to be alive.
        if self.owner and self._alive_in != (self.owner, self._known.turn):
            if connection.execute(_IS_ALIVE, (self.owner,)).fetchone() is None:
                raise CutOff(self.owner)
            self._alive_in = self.owner, self._known.turn
        return self._known

    def _planned(self, appends: Sequence[Append], known: Known) -> tuple[Changes, list[Settled]]:
        changes = Changes(known, known.last, self._fixed or (lambda: self._clock.now(known.at)))
        return changes, [changes.settle(append) for append in appends]

    def prune(self, before: float, keep: int) -> Pruned:
        """Remove some sessions that are over; nothing means that there are no more."""
        with self.alone() as connection:
            known = self._locked(connection, Wanted())
            done, append = prune_some(Asking(connection), before, keep)
            if done.sessions:
                known = Look(connection, Wanted.by([append])).known(known, self._clock)
                changes, [outcome] = self._planned([append], known)
                result_of(outcome)
                write(connection, changes, known.last, known.turn)
            connection.execute("commit")
            self._known = None
            return done

    # -- the connection -------------------------------------------------------------------------------------------

    def _connected(self, until: float) -> Connection:
        if self._connection is None or self._connection.closed:
            self.leave()
            self._connection = self._connections.connect_patiently(until)
        return self._connection

    @contextlib.contextmanager
    def _in_use(self, connection: Connection) -> Generator[Connection]:
        """Use the connection for a block; it is left behind where the block fails, with its transaction."""
        try:
            with translated(self._connections.address, self._connections.busy):
                yield connection
        except BaseException:
            self.leave()
            raise

    def _was_written(self, event: Event, until: float) -> bool:
        """Say whether a commit came through, of which this is the first event; if not, it never will."""
        while True:
            try:
                with self._in_use(self._connected(until)) as connection:
                    connection.execute("begin")
                    connection.execute(LOCK)
                    row = connection.execute(_HASH, (event.session, event.seq)).fetchone()
                    if row is None or row[0] != event.hash:
                        connection.execute(MOVE)
                    connection.execute("commit")
                    return row is not None and row[0] == event.hash
            except LogUnreachable as error:
                if time.monotonic() > until:
                    raise LogUncertain(str(self._connections.address), self._connections.patience) from error
            except LogClosed as error:
                raise LogUncertain(str(self._connections.address), 0) from error

    @contextlib.contextmanager
    def alone(self) -> Generator[Connection]:
        """Lend the connection for something that is no commit, while nobody commits."""
        until = time.monotonic() + self._connections.patience
        with self._writing, self._in_use(self._connected(until)) as connection:
            yield connection

    def leave(self) -> None:
        """Let go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._connections.discard(connection)

    def close(self) -> None:
        """Close the connection once nobody writes."""
        with self._writing:
            self.leave()


@contextlib.contextmanager
def _lost_as(changes: Changes, outcomes: list[Settled]) -> Generator[None]:
    """Raise `_Lost` where nobody knows whether a commit came through: not where the server has refused it."""
    try:
        yield
    except psycopg().Error as error:
        if is_lost(error):
            raise _Lost(changes, outcomes, error) from error
        raise
    except BaseException as error:
        raise _Lost(changes, outcomes, error) from error


def _expects(appends: Sequence[Append]) -> bool:
    return any(one.drafts or one.seq is not None or one.expected is not None for one in appends)


def _merged(outcomes: Sequence[Settled], refused: dict[int, ValueError]) -> list[Settled]:
    """Return what became of all appends, in their order."""
    rest = iter(outcomes)
    count = len(outcomes) + len(refused)
    return [refused[number] if number in refused else next(rest) for number in range(count)]
