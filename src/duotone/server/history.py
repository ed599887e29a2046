"""What a stream is about, where it may begin, and the pages of the log that it reads to get there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from duotone.runtime import Event
from duotone.runtime.log import AsyncLog
from duotone.server.frames import Frame, resync
from duotone.server.problems import Problem
from duotone.server.tenancy import tenant_of

__all__ = ["PAGE", "Begin", "History", "Kind", "Topic", "begin"]

PAGE: Final = 500
"""So many events are read at once."""

Kind: TypeAlias = Literal["session", "conversation", "run", "tenant"]


class Topic(NamedTuple):
    """What a stream is about: a session, a conversation with its words as they come, a run, or all of a tenant."""

    kind: Kind
    name: str

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Return under what the tail finds those who follow it."""
        if self.kind == "conversation":
            return ("session", self.name), ("conversation", self.name)
        return ((self.kind, self.name),)

    def has(self, event: Event) -> bool:
        """Tell whether an event belongs to it."""
        if self.kind == "run":
            return event.run == self.name
        return (tenant_of(event.session) if self.kind == "tenant" else event.session) == self.name


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a stream begins: past this id and number, and what its reader is told first."""

    position: int = 0
    seq: int = 0
    first: Sequence[Frame] = ()


class History:
    """Reads what a topic has in the log, page by page."""

    def __init__(self, log: AsyncLog, topic: Topic, start: Begin) -> None:
        """Read on from there."""
        self.topic = topic
        self.position = start.position
        """The id past which nothing was read yet."""
        self._log = log
        self._seq = start.seq

    async def page(self) -> tuple[list[Event], bool]:
        """Return the next events, and whether these were all that there are at this moment."""
        if self.topic.kind == "run":
            events, is_end = await self._log.read_run(self.topic.name, after=self.position), True
        elif self.topic.kind == "tenant":
            events = await self._log.read_all(after=self.position, limit=PAGE)
            is_end = len(events) < PAGE
        else:
            events = await self._log.read(self.topic.name, after=self._seq, limit=PAGE)
            is_end = len(events) < PAGE
        wanted = [event for event in events if event.id > self.position and self.topic.has(event)]
        if events:
            self.pass_by(events[-1])
        return wanted, is_end

    def pass_by(self, event: Event) -> None:
        """Know that this event and all before it are behind."""
        self.position = max(self.position, event.id)
        self._seq = max(self._seq, event.seq)


async def begin(log: AsyncLog, topic: Topic, after: int | None) -> Begin:
    """Return where a stream begins for a reader that has seen the event `after`, None if it has seen nothing.

    Raises a problem 409 for an event of another session or run: a stream can only be resumed as the same one.
    """
    if not after:
        return await _from_the_first(log, topic)
    found = next(iter(await log.read_all(after=after - 1, limit=1)), None)
    if found is None:
        told = resync("unknown", f"the log has no event {after}; this is all that it has", after)
        return Begin(first=[told])
    if found.id != after:
        told = resync("pruned", f"what followed event {after} is not kept any more; this is what is left", after)
        return Begin(after, first=[told])
    if topic.kind != "tenant" and not topic.has(found):
        detail = f"event {after} is not one of this stream"
        raise Problem(409, "OtherStream", detail, "resume it with the last id that it has sent, or begin without one")
    return Begin(after, found.seq if topic.kind != "run" else 0)


async def _from_the_first(log: AsyncLog, topic: Topic) -> Begin:
    """Return the beginning of a topic, and say so if that is not where it once began."""
    if topic.kind == "tenant":
        return Begin()
    first = (await log.read_run(topic.name))[:1] if topic.kind == "run" else await log.read(topic.name, limit=1)
    if first:
        is_whole = first[0].kind == "run.started" if topic.kind == "run" else first[0].seq == 1
    else:
        is_whole = topic.kind == "run" or not await log.head(topic.name)
    if is_whole:
        return Begin()
    return Begin(first=[resync("pruned", "the beginning is not kept any more; this is what is left", 0)])
