"""Following a session from the log: any number of readers, each from wherever it was."""

from __future__ import annotations

from collections.abc import AsyncIterator

from duotone.runtime.events import Event
from duotone.runtime.log import AsyncLog

__all__ = ["follow_session"]

_LOOK = 1.0
"""Seconds after which a reader looks again although it was not told."""
_PAGE = 500
"""So many events are read at once."""


async def follow_session(log: AsyncLog, session: str, *, after: int = 0, follow: bool = False) -> AsyncIterator[Event]:
    """Yield the events of a session past the id `after`; with `follow`, as they come, until the log is closed.

    Whoever comes back with the id of the last event that it saw has lost nothing, and no reader takes anything from
    another one.
    """
    seq, last = 0, 0
    while True:
        events = await log.read(session, after=seq, limit=_PAGE)
        for event in events:
            seq = event.seq
            if event.id > after:
                yield event
        if len(events) == _PAGE:
            continue
        if not follow:
            return
        last = await log.wait(last, _LOOK)
