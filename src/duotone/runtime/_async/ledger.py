"""The sessions of a log as this process knows them: folded, kept fresh, and changed by events alone.

1. A decision is made on the fold and appended with the last event that it has seen. If somebody else was quicker the
   log refuses it, the fold catches up, and the decision is made again.
2. A refusal needs no append, so it counts only if the log has nothing that the fold doesn't know.
3. What time alone has brought about is appended first, by whoever looks next.
4. The lock is held while a fold is read or changed, never while anything is waited for.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from duotone.contract.handlers import AsyncHandlers
from duotone.contract.offloading import offload
from duotone.errors import DuotoneError, LogBusy, LogUnwritable, NoSuchSession, Stale
from duotone.runtime.dropping import Note, Notes
from duotone.runtime.events import Append, Draft, Event
from duotone.runtime.log import AsyncLog, Names
from duotone.runtime.outcomes import Fault
from duotone.runtime.sessions.acting import Admission
from duotone.runtime.sessions.index import INDEX, Index, listing, unlisting
from duotone.runtime.sessions.lifecycle import SessionState
from duotone.runtime.sessions.monitoring import SessionEntry
from duotone.runtime.sessions.session import FORMAT, Session
from duotone.runtime.shielding import shielded

__all__ = ["AsyncLedger"]

T = TypeVar("T")

_Decide: TypeAlias = Callable[[Session], "Sequence[Draft] | Admission"]
"""Looks at a session and says which events may follow; raises an error of ours to refuse."""

PAGE = 1_000
"""How many events are read at once; folding them must not hold up a loop."""

SNAPSHOT_EVERY = 1_000
"""After how many events a snapshot is kept, so that opening a session never reads more than these."""


@dataclass(slots=True)
class _Step:
    """What is to be done next for a decision: drafts to append to event `seq`, then the refusal to raise."""

    seq: int
    drafts: Sequence[Draft]
    refusal: DuotoneError | None = None
    is_due: bool = False
    is_eventual: bool = False
    along: Sequence[tuple[str, Draft]] = ()


class AsyncLedger:
    """Folds the sessions of a log, and appends to them what was decided."""

    def __init__(self, log: AsyncLog, clock: Callable[[], float]) -> None:
        """Know nothing yet; reading begins when something is asked for."""
        self.log = log
        self.clock = clock
        self.notes: Notes = deque()
        self.index = Index()
        self.sessions: dict[str, Session] = {}
        """Those that are open, as far as they were asked for."""
        self.subscribers = AsyncHandlers[[Event]](errors="collect")
        self._folding = threading.Lock()

    async def known(self, id: str) -> Session:  # noqa: A002  # what it is everywhere
        """Return a session as far as this process knows it, read from the log if it doesn't; or `NoSuchSession`."""
        session = self.sessions.get(id)
        if session is None:
            session = await self._load(id)
            if not session.exists:
                raise NoSuchSession(id)
            if session.state.is_open:
                with self._folding:
                    self.index.list(id)
                    session = self.sessions.setdefault(id, session)
        return session

    async def look(self, id: str, view: Callable[[Session], T]) -> T:  # noqa: A002  # as above
        """Return what `view` sees of a session; raises what it raises, if that holds for all that the log has."""
        session = await self.known(id)
        while True:
            try:
                with self._folding:
                    return view(session)
            except DuotoneError:
                if not await self.catch_up(session):
                    raise

    async def find(self, id: str) -> Session | None:  # noqa: A002  # as above
        """Return a session with all that the log has of it, None if there is none."""
        try:
            session = await self.known(id)
        except NoSuchSession:
            return None
        await self.catch_up(session)
        return session

    async def refresh(self) -> list[Session]:
        """Learn what other processes have done, and return the open sessions; archived ones cost nothing."""
        while events := await self.log.read(INDEX, after=self.index.seq, limit=PAGE):
            self.index.absorb(events)
        for session in [session for session in self.open_sessions() if session.id in self.index.archived]:
            await self.catch_up(session)
            self.sessions.pop(session.id, None)
        for name in list(self.index.open):
            found = await self.find(name)
            if found is not None and not found.state.is_open:  # its process has ended between the two events
                await self._retire(found)
        return self.open_sessions()

    async def listed(self, within: Names | None, after: str, limit: int) -> list[SessionEntry]:
        """Return sessions with their states, by name, past the name `after`; only these are looked at."""
        while events := await self.log.read(INDEX, after=self.index.seq, limit=PAGE):
            self.index.absorb(events)
        names = await offload(self.index.page, within, after, limit)
        return [SessionEntry(name, await self._state_of(name)) for name in names]

    async def _state_of(self, name: str) -> SessionState:
        if name in self.index.archived:
            return SessionState.ARCHIVED
        session = await self.find(name)
        return SessionState.CREATED if session is None else session.state  # None: it is about to be

    def open_sessions(self) -> list[Session]:
        """Return the sessions that this process knows to be open."""
        with self._folding:
            return [session for session in self.sessions.values() if session.state.is_open]

    def entries(self) -> list[SessionEntry]:
        """Return all sessions that this process knows of."""
        with self._folding:
            known = [SessionEntry(session.id, session.state) for session in self.sessions.values()]
            return known + [SessionEntry(name, SessionState.ARCHIVED) for name in self.index.archived]

    def count(self) -> int:
        """Return how many sessions this process knows of."""
        return len(self.sessions) + len(self.index.archived)

    async def create(self, id: str, begin: Callable[[Session], Sequence[Draft]]) -> Session:  # noqa: A002  # as above
        """Append the beginning of a session and list it, in one commit: one that is not listed would be forgotten.

        Nothing is read before, since the log refuses to begin what has begun. Raises what `begin` raises.
        """
        await self.write_notes()
        session, along = Session(id), [(INDEX, listing(id))]
        try:
            await self._append(session, _Step(0, begin(session), along=along))
        except Stale:  # somebody has written to it, who need not have created it
            session = await self._load(id)
            while not await self._written(session, _Step(session.seq, begin(session), along=along)):
                pass
        with self._folding:
            self.index.list(id)
            self.sessions[id] = session
        return session

    async def change(self, id: str, decide: _Decide) -> Session:  # noqa: A002  # as above
        """Append what `decide` says, at once or once the fold is fresh, and return the session after that.

        Raises what `decide` raises or refuses.
        """
        session = await self.known(id)
        await self._settle(session, decide)
        return session

    async def append(self, session: Session, drafts: Sequence[Draft]) -> list[Event]:
        """Append what has happened, whatever others have written meanwhile."""
        events = await self.log.append(Append(session.id, drafts))
        await self._take_in(session, events)
        await self._tell(session.id, events)
        return events

    async def _settle(self, session: Session, decide: _Decide) -> None:
        await self.write_notes()
        while True:
            with self._folding:
                step = self._next(session, decide)
            if step.refusal is not None and not step.drafts and await self.catch_up(session):
                continue
            if step.drafts and not await self._written(session, step):
                continue
            if step.refusal is not None:
                raise step.refusal
            if not step.is_due:
                return

    def _next(self, session: Session, decide: _Decide) -> _Step:
        if due := session.due(self.clock()):
            return _Step(session.seq, due, is_due=True)
        try:
            change = decide(session)
        except DuotoneError as refusal:
            return _Step(session.seq, (), refusal)
        if isinstance(change, Admission):
            return _Step(session.seq, change.drafts, change.refusal, is_eventual=change.is_eventual)
        return _Step(session.seq, change)

    async def _written(self, session: Session, step: _Step) -> bool:
        try:
            await self._append(session, step)
        except Stale as stale:
            await self.catch_up(session, stale.seq)
            return False
        return True

    async def _append(self, session: Session, step: _Step) -> None:
        seq = None if step.is_eventual else step.seq
        events = await self.log.append(Append(session.id, step.drafts, seq, along=step.along))
        await self._take_in(session, events)
        await self._tell(session.id, events)

    async def catch_up(self, session: Session, head: int = 0) -> bool:
        """Take in what the log has past the fold; True if that changed anything. `head` is known to be in the log."""
        with self._folding:
            seq, version = session.seq, session.version
        while events := await self.log.read(session.id, after=seq, limit=PAGE, with_runs=False):
            seq = events[-1].seq
            with self._folding:
                session.absorb(events)
            if len(events) < PAGE:
                break
        with self._folding:
            session.seq = max(session.seq, head)  # what is left up to there are events of runs
            return session.version != version

    async def _take_in(self, session: Session, events: Sequence[Event]) -> None:
        with self._folding:
            before, is_next = session.seq, events[0].seq <= session.seq + 1
            if is_next:
                session.absorb(events)
        if not is_next:
            await self.catch_up(session)
        if session.seq // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            await self._keep(session)
        if not session.state.is_open and session.id in self.sessions:
            await self._retire(session)

    async def _keep(self, session: Session) -> None:
        with self._folding:
            seq, body = session.seq, session.to_json()
        with suppress(LogBusy, LogUnwritable):  # it only saves time; what matters has been written
            await self.log.keep_snapshot(session.id, seq, body)

    async def _retire(self, session: Session) -> None:
        with self._folding:
            self.sessions.pop(session.id, None)
            self.index.unlist(session.id)
        await self.log.append(Append(INDEX, [unlisting(session.id)]))

    async def _load(self, id: str) -> Session:  # noqa: A002  # as above
        kept = await self.log.snapshot(id)
        is_readable = kept is not None and kept.body.get("format") == FORMAT
        session = Session.from_json(id, kept.seq, kept.body) if kept is not None and is_readable else Session(id)
        known = session.seq
        await self.catch_up(session)
        if session.seq - known >= SNAPSHOT_EVERY:  # the next one who opens it should have less to read
            await self._keep(session)
        return session

    async def write_notes(self) -> None:
        """Write what could only be noted when it happened."""
        while self.notes:
            note = self.notes.popleft()
            try:
                session, events = await shielded(self._write_note, note)  # who is cancelled has taken it from others
            except Exception:
                self.notes.appendleft(note)  # for whoever comes when the log can be written to again
                raise
            if session is not None:
                await self._take_in(session, events)
            await self._tell(events[0].session, events)

    async def _write_note(self, note: Note) -> tuple[Session | None, list[Event]]:
        session = await self.find(note.session) if note.session is not None else None
        return session, await self.log.append(Append(INDEX if session is None else session.id, [note.draft]))

    async def _tell(self, id: str, events: Sequence[Event]) -> None:  # noqa: A002  # as above
        """Tell the subscribers, and wait for them; that one has failed is an event too, of which nobody is told."""
        if not len(self.subscribers):
            return
        for event in events:
            delivery = await self.subscribers.emit(event)
            failures = [_failure(event, error) for error in delivery.errors]
            if failures:
                await self.log.append(Append(id, failures))


def _failure(event: Event, error: Exception) -> Draft:
    fault = Fault(type(error).__name__, str(error))
    return Draft("subscriber.failed", {"event": event.seq, "kind": event.kind, "fault": fault.to_json()})
