"""The chain of a log, followed event by event, and the rows that must follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from duotone.runtime.events import Event, decoded, link
from duotone.runtime.log.reading import Text
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow, promise_after, run_after, writing_of

__all__ = ["Chain", "Damage", "event_from"]


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing in a log that nobody of ours has written: where it is, and what is wrong with it."""

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


@dataclass(slots=True)
class Chain:
    """What all events so far add up to."""

    last: int = 0
    heads: dict[str, SessionRow] = field(default_factory=dict[str, SessionRow])
    runs: dict[str, RunRow] = field(default_factory=dict[str, RunRow])
    first: dict[str, int] = field(default_factory=dict[str, int])
    """The id of the event with which a run began."""
    promises: dict[str, PromiseRow] = field(default_factory=dict[str, PromiseRow])
    keys: dict[str, int] = field(default_factory=dict[str, int])
    """The id of the event with which the writing under a key ended."""
    _mended: dict[str, str] = field(default_factory=dict[str, str])
    """Hashes that should have been there, of sessions in whose last event another one stands."""

    def follow(self, event: Event, body: str) -> Iterator[Damage]:
        """Take in an event with the text of its data, and yield what is wrong with it."""
        head = self.heads.get(event.session) or SessionRow(event.session)
        where = f"event {event.id}"
        if event.id <= self.last:
            yield Damage(where, f"it comes after event {self.last}")
        if event.seq != head.seq + 1:
            yield Damage(where, f"it is number {event.seq} of session {event.session!r}, after {head.seq}")
        if event.at < head.at:
            yield Damage(where, "it is older than the event before it")
        if not self._is_linked(event, head, body):
            yield Damage(where, f"its hash does not follow from it and from event {head.seq} of its session")
        self.last = max(event.id, self.last)
        self.heads[event.session] = head.after(event)
        try:
            self._derive(event)
        except TypeError as error:
            yield Damage(where, str(error))

    def _is_linked(self, event: Event, head: SessionRow, body: str) -> bool:
        """Say whether the hash is right; one that was changed itself makes only its own event wrong."""
        place = (event.id, event.session, event.seq, event.kind, event.at, event.run)
        right = link(head.hash, place, body)
        if event.hash == right:
            self._mended.pop(event.session, None)
            return True
        other = self._mended.pop(event.session, None)
        if other is not None and event.hash == link(other, place, body):
            return True
        self._mended[event.session] = right
        return False

    def _derive(self, event: Event) -> None:
        if event.run is not None and event.kind.startswith("run."):
            self.first.setdefault(event.run, event.id)
            self.runs[event.run] = run_after(self.runs.get(event.run), event)
        elif event.kind.startswith("promise."):
            name = str(event.data.get("promise"))
            self.promises[name] = promise_after(self.promises.get(name), event)
        if "once" in event.data and (writing := writing_of(event)):
            self.keys.setdefault(writing.key, event.id)


def event_from(row: tuple[object, ...]) -> tuple[Event, str]:
    """Return the event of a row of a file, and the text of its data; raises `ValueError` if it is none."""
    number, session, seq, kind, at, run, data, last = row
    if not (isinstance(number, int) and isinstance(seq, int) and isinstance(at, float)):
        message = "a number in it is none"
        raise ValueError(message)  # noqa: TRY004  # the value of a file, and no argument
    body = _text(data)
    event = Event(
        number, _text(session), seq, _text(kind), at, None if run is None else _text(run), decoded(body), _text(last)
    )
    return event, body


def _text(value: object) -> str:
    if isinstance(value, Text):
        return value.decode()
    if isinstance(value, str):
        return value
    message = "a text in it is none"
    raise ValueError(message)
