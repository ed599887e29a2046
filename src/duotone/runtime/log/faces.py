"""The two faces of a log, with the same methods: `Log` for threads, `AsyncLog` for tasks."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import ParamSpec, Self, TypeAlias, TypeVar

from duotone.contract.offloading import offload
from duotone.contract.workers import Pool
from duotone.errors import LogClosed
from duotone.runtime.events import Append, Event, Json
from duotone.runtime.log.addresses import Address, is_address
from duotone.runtime.log.committing import GroupCommit
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.memory import MemoryStore
from duotone.runtime.log.rows import Names, PromiseRow, RunRow, Selection, SessionRow, Snapshot, Statuses, Tally
from duotone.runtime.log.sqlite import Durability, SqliteStore
from duotone.runtime.log.store import Store
from duotone.runtime.log.watching import Watch
from duotone.runtime.log.worker import CommitWorker

__all__ = ["AsyncLog", "Log", "Place"]

P = ParamSpec("P")
T = TypeVar("T")

Place: TypeAlias = "Store | Address | str | os.PathLike[str] | None"
"""Where a log is: a file, the address of a PostgreSQL, a store that somebody else closes, or nothing for memory."""


class Log:
    """An append-only log for sync code. The caller's own thread does the work: there is no other, and no loop."""

    def __init__(self, place: Place = None, *, durability: Durability = "full") -> None:
        """Take the log in `place`; a file is opened when it is first used, or when the `with` block is entered."""
        self.store, self._is_ours = _store_in(place, durability)
        self._commits = GroupCommit(self.store)
        self._is_closed = False

    def __enter__(self) -> Self:
        """Open the log."""
        self._opened().open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the log."""
        self.close()

    def append(self, append: Append) -> list[Event]:
        """Write drafts, together or not at all; they are durable when this returns, with their events.

        Raises `Stale` or `RunTaken` where the writer knows too little, `LogBusy`, `LogUnwritable` and `LogClosed`.
        """
        return self._commits.append(append)

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`, in order; without runs, only those that belong to no run."""
        return self._opened().read(session, after=after, limit=limit, with_runs=with_runs)

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run whose id is past `after`, in order."""
        return self._opened().read_run(run, after=after, limit=limit)

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions whose id is past `after`, in order."""
        return self._opened().read_all(after=after, limit=limit)

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run, or None if the log has no such run."""
        return self._opened().run(run)

    def runs(self, *, session: str | None = None, status: Statuses = None, limit: int | None = None) -> list[RunRow]:
        """Return the runs of the log, of a session, or in one of these states, in the order in which they began."""
        return self._opened().runs(session=session, status=status, limit=limit)

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise, or None if the log has no such promise."""
        return self._opened().promise(promise)

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return the promises of the log, or those in a state, the least recently touched first."""
        return self._opened().promises(status=status, limit=limit)

    def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        return self._opened().sessions(limit=limit)

    def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        return self._opened().select_runs(selection)

    def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        return self._opened().select_promises(selection)

    def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        return self._opened().select_sessions(selection)

    def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has, or some of its sessions."""
        return self._opened().tally(within)

    def head(self, session: str) -> int:
        """Return the number of the last event of a session, or 0."""
        row = self._opened().session(session)
        return row.seq if row else 0

    def snapshot(self, session: str) -> Snapshot | None:
        """Return the snapshot that was kept for a session; raises `LogCorrupt` if it isn't as it was kept."""
        return self._opened().snapshot(session)

    def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep what the events of a session up to `seq` were folded into, in the place of an older one."""
        self._opened().keep_snapshot(session, seq, body)

    def wait(self, after_id: int, timeout: float | None = None) -> int:
        """Wait until the log has an event past this id, or the time is up; return the id of the last event."""
        return self._opened().wait(after_id, timeout)

    def last(self) -> int:
        """Return the id of the last event, or 0."""
        return self._opened().last()

    def check_writable(self) -> None:
        """Raise what an append would be refused with at this moment, whatever it says; writes nothing of meaning."""
        self._opened().check_writable()

    def time(self) -> float:
        """Return what time it is for all who share the log; deadlines are meant by it."""
        return self.store.time()

    def owner(self) -> str:
        """Return the name under which this process drives runs, alive as long as the log is open."""
        return self._opened().owner()

    def is_alive(self, owner: str) -> bool:
        """Say whether whoever got this name from `owner()` still runs."""
        return self._opened().is_alive(owner)

    def close(self) -> None:
        """Refuse more, settle what waits, and close the store, unless it was given."""
        self._is_closed = True
        self._commits.close()
        if self._is_ours:
            self.store.close()

    def _opened(self) -> Store:
        if self._is_closed:
            raise LogClosed(self.store.name)
        return self.store


class AsyncLog:
    """An append-only log for async code. Nothing of it happens on the loop: one thread commits, a few read."""

    def __init__(self, place: Place = None, *, durability: Durability = "full") -> None:
        """Take the log in `place`; a file is opened when it is first used, or when the block is entered."""
        self.store, self._is_ours = _store_in(place, durability)
        self._commits = CommitWorker(self.store)
        self._watch = Watch(self.store)
        self._pool = Pool(2, name="duotone-log-readers")
        # A host that begins reads many whole sessions, and whoever asks for a row meanwhile is not to wait for them.
        self._whole = Pool(1, name="duotone-log-sessions")
        self._is_closed = False
        self._owner = _Owner()

    async def __aenter__(self) -> Self:
        """Open the log."""
        await self._away(self.store.open)
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Close the log."""
        await self.close()

    async def append(self, append: Append) -> list[Event]:
        """Write drafts, together or not at all; they are durable when this returns, with their events.

        A caller that is cancelled has written all of them or none.
        Raises `Stale` or `RunTaken` where the writer knows too little, `LogBusy`, `LogUnwritable` and `LogClosed`.
        """
        return await self._commits.append(append)

    async def read(
        self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True
    ) -> list[Event]:
        """Return the events of a session past `after`, in order; without runs, only those that belong to no run."""
        read = partial(self.store.read, session, after=after, limit=limit, with_runs=with_runs)
        is_whole = after == 0 and limit is None
        return await self._away_in(self._whole, read) if is_whole else await self._away(read)

    async def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run whose id is past `after`, in order."""
        return await self._away(self.store.read_run, run, after=after, limit=limit)

    async def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions whose id is past `after`, in order."""
        return await self._away(self.store.read_all, after=after, limit=limit)

    async def run(self, run: str) -> RunRow | None:
        """Return the row of a run, or None if the log has no such run."""
        return await self._away(self.store.run, run)

    async def runs(
        self, *, session: str | None = None, status: Statuses = None, limit: int | None = None
    ) -> list[RunRow]:
        """Return the runs of the log, of a session, or in one of these states, in the order in which they began."""
        return await self._away(self.store.runs, session=session, status=status, limit=limit)

    async def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise, or None if the log has no such promise."""
        return await self._away(self.store.promise, promise)

    async def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return the promises of the log, or those in a state, the least recently touched first."""
        return await self._away(self.store.promises, status=status, limit=limit)

    async def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        return await self._away(self.store.sessions, limit=limit)

    async def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        return await self._away(self.store.select_runs, selection)

    async def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        return await self._away(self.store.select_promises, selection)

    async def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        return await self._away(self.store.select_sessions, selection)

    async def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has, or some of its sessions."""
        return await self._away(self.store.tally, within)

    async def head(self, session: str) -> int:
        """Return the number of the last event of a session, or 0."""
        row = await self._away(self.store.session, session)
        return row.seq if row else 0

    async def snapshot(self, session: str) -> Snapshot | None:
        """Return the snapshot that was kept for a session; raises `LogCorrupt` if it isn't as it was kept."""
        return await self._away(self.store.snapshot, session)

    async def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep what the events of a session up to `seq` were folded into, in the place of an older one."""
        await self._away(self.store.keep_snapshot, session, seq, body)

    async def wait(self, after_id: int, timeout: float | None = None) -> int:
        """Wait until the log has an event past this id, or the time is up; return the id of the last event."""
        return await self._watch.wait(after_id, timeout)

    async def last(self) -> int:
        """Return the id of the last event, or 0."""
        return await self._away(self.store.last)

    async def check_writable(self) -> None:
        """Raise what an append would be refused with at this moment, whatever it says; writes nothing of meaning."""
        await self._away(self.store.check_writable)

    def time(self) -> float:
        """Return what time it is for all who share the log; deadlines are meant by it."""
        return self.store.time()

    async def owner(self) -> str:
        """Return the name under which this process drives runs, alive as long as the log is open."""
        if self._is_closed:
            raise LogClosed(self.store.name)
        if self._owner.name is None:
            self._owner.name = await self._away(self.store.owner)
        return self._owner.name

    async def is_alive(self, owner: str) -> bool:
        """Say whether whoever got this name from `owner()` still runs."""
        return await self._away(self.store.is_alive, owner)

    async def close(self) -> None:
        """Refuse more, settle what waits, and close the store, unless it was given."""
        if self._is_closed:
            return
        self._is_closed = True
        self._watch.close()
        await offload(self._end, pool=self._pool)
        self._pool.close()
        self._whole.close()

    def _end(self) -> None:
        self._commits.close()
        if self._is_ours:
            self.store.close()

    async def _away(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something of the store on a thread that reads."""
        return await self._away_in(self._pool, partial(function, *args, **kwargs))

    async def _away_in(self, pool: Pool, function: Callable[[], T]) -> T:
        if self._is_closed:
            raise LogClosed(self.store.name)
        return await offload(function, pool=pool)


class _Owner:
    """The name under which a process drives runs, once it is known: to ask for it takes a way to a thread and back."""

    def __init__(self) -> None:
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no name, as at the start and in a forked child."""
        self.name: str | None = None


def _store_in(place: Place, durability: Durability) -> tuple[Store, bool]:
    """Return the store of a place, and whether it is the face's own to close."""
    if place is None or place == ":memory:":
        return MemoryStore(), True
    if isinstance(place, Address) or (isinstance(place, str) and is_address(place)):
        from duotone.runtime.log.postgres import PostgresStore  # noqa: PLC0415  # many never need one

        return PostgresStore(place, durability=durability), True
    if isinstance(place, str | os.PathLike):
        return SqliteStore(place, durability=durability), True
    return place, False
