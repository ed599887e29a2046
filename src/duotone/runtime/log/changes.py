"""What a commit will write, gathered append by append: each has its place and its rows, or is refused alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from duotone.errors import PromiseMoved, RunTaken, Stale
from duotone.runtime.events import Append, Draft, Event, Expected, ExpectedPromise, Repeated, decoded, encoded, link
from duotone.runtime.log.rows import (
    STEPPED_BACK,
    PromiseRow,
    RunRow,
    SessionRow,
    Writing,
    promise_after,
    run_after,
    writing_of,
)
from duotone.runtime.log.store import Settled

__all__ = ["Changes", "Tables"]


class Tables(Protocol):
    """What is there already, as the transaction sees it."""

    def session(self, session: str, /) -> SessionRow | None:
        """Return the head of a session."""
        ...

    def run(self, run: str, /) -> RunRow | None:
        """Return the row of a run."""
        ...

    def promise(self, promise: str, /) -> PromiseRow | None:
        """Return the row of a promise."""
        ...

    def writing(self, key: str, /) -> Sequence[Event]:
        """Return the events that were written under a key, or none."""
        ...


class Changes:
    """The events and rows of one transaction; `bodies` are the texts of the events' data, in the same order."""

    def __init__(self, tables: Tables, last: int, clock: Callable[[], float]) -> None:
        self.last = last
        self.events: list[Event] = []
        self.bodies: list[str] = []
        self.heads: dict[str, SessionRow] = {}
        self.runs: dict[str, RunRow] = {}
        self.first: dict[str, int] = {}
        """The ids of the `run.*` events with which these runs begin, or go on if they are known already."""
        self.promises: dict[str, PromiseRow] = {}
        self.keys: dict[str, int] = {}
        """The ids of the events with which writings under these keys end."""
        self._tables = tables
        self._clock = clock

    def settle(self, append: Append) -> Settled:
        """Take an append in and return its events, or the error with which it is refused."""
        try:
            return self._add(append)
        except Exception as error:  # noqa: BLE001  # whatever it is, it concerns this append and no other
            return error

    def _add(self, append: Append) -> list[Event]:
        """Give every draft its place; nothing is kept of an append before all of it is known to be right."""
        if append.key is not None and (written := self._written(append)):
            return Repeated(written)
        head = self.heads.get(append.session) or self._tables.session(append.session) or SessionRow(append.session)
        self._refuse_unexpected(append, head)
        if not append.drafts:
            return []
        now = self._clock()
        drafts = append.drafts if append.key is None else _marked(append.drafts, append.key)
        if now < head.at and not head.is_behind:
            drafts = [Draft(STEPPED_BACK, {"clock": now, "last": head.at}), *drafts]
        bodies = [encoded(draft.data) for draft in drafts]
        events = _placed(drafts, bodies, head, self.last, now)
        self._derive(events)
        for event in events:
            head = head.after(event)
        self.heads[append.session] = head
        self.last += len(events)
        self.events += events
        self.bodies += bodies
        for session, draft in append.along:
            self._add(Append(session, [draft]))
        # Who appends gets back what it gave, however many events that took.
        return events[len(events) - len(append.drafts) :]

    def _written(self, append: Append) -> Sequence[Event]:
        assert append.key is not None
        if not append.drafts:
            message = f"nothing can be written under the key {append.key!r} without drafts"
            raise ValueError(message)
        return self._in_this_commit(append.key) or self._tables.writing(append.key)

    def _in_this_commit(self, key: str) -> Sequence[Event]:
        if key not in self.keys:
            return ()
        end = self.keys[key] - self.last + len(self.events)
        writing = writing_of(self.events[end - 1])
        assert writing is not None
        return self.events[max(0, end - writing.events) : end]

    def _refuse_unexpected(self, append: Append, head: SessionRow) -> None:
        if append.seq is not None and append.seq != head.seq:
            raise Stale(append.session, append.seq, head.seq)
        match append.expected:
            case Expected(run, fence):
                row = self._run(run)
                if fence != (row.fence if row else 0):
                    raise RunTaken(run, row.owner if row and row.owner else "nobody")
            case ExpectedPromise(promise, last):
                known = self._promise(promise)
                if last != (known.event if known else 0):
                    raise PromiseMoved(promise, known.status if known else "unknown")
            case None:
                pass

    def _derive(self, events: Sequence[Event]) -> None:
        runs: dict[str, RunRow] = {}
        first: dict[str, int] = {}
        promises: dict[str, PromiseRow] = {}
        keys: dict[str, int] = {}
        for event in events:
            if event.run is not None and event.kind.startswith("run."):
                first.setdefault(event.run, event.id)
                runs[event.run] = run_after(runs.get(event.run) or self._run(event.run), event)
            elif event.kind.startswith("promise."):
                name = str(event.data.get("promise"))
                promises[name] = promise_after(promises.get(name) or self._promise(name), event)
            if "once" in event.data and (writing := writing_of(event)) and not self._tables.writing(writing.key):
                keys.setdefault(writing.key, event.id)
        self.runs.update(runs)
        self.first = first | self.first
        self.promises.update(promises)
        self.keys = keys | self.keys

    def _run(self, run: str) -> RunRow | None:
        return self.runs.get(run) or self._tables.run(run)

    def _promise(self, promise: str) -> PromiseRow | None:
        return self.promises.get(promise) or self._tables.promise(promise)


def _marked(drafts: Sequence[Draft], key: str) -> Sequence[Draft]:
    """Return drafts whose last one says under which key all of them are written."""
    *others, last = drafts
    return [*others, Draft(last.kind, {**last.data, "once": Writing(key, len(drafts)).to_json()}, last.run)]


def _placed(drafts: Sequence[Draft], bodies: Sequence[str], head: SessionRow, last: int, now: float) -> list[Event]:
    """Return the events that drafts become after `head`; what is read back is what is returned here."""
    session, at, before = head.session, max(now, head.at), head.hash
    events: list[Event] = []
    for offset, (draft, body) in enumerate(zip(drafts, bodies, strict=True), 1):
        f"{session}{draft.kind}{draft.run}".encode()  # refuses what no file can hold, such as half a character
        place = (last + offset, session, head.seq + offset, draft.kind, at, draft.run)
        before = link(before, place, body)
        events.append(Event(*place, decoded(body), before))
    return events
