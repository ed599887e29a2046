"""Writing notes: what could only be put down when it happened becomes events, where its run or its session is."""

from __future__ import annotations

from dataclasses import replace

from duotone.runtime.dropping import Note, Notes
from duotone.runtime.events import Append
from duotone.runtime.log import AsyncLog
from duotone.runtime.shielding import shielded

__all__ = ["write_notes"]


async def write_notes(log: AsyncLog, notes: Notes) -> None:
    """Write notes where their runs are; what belongs to none goes to its session, or to what all sessions share."""
    while notes:
        note = notes.popleft()
        try:
            await shielded(_write, log, note)  # whoever is cancelled meanwhile has taken it from all others
        except Exception:
            notes.appendleft(note)  # for whoever comes when the log can be written to again
            raise


async def _write(log: AsyncLog, note: Note) -> None:
    from duotone.runtime.sessions.index import INDEX  # noqa: PLC0415  # most runtimes never need a session

    session, draft = note
    row = None if draft.run is None else await log.run(draft.run)
    if row is not None:
        await log.append(Append(row.session, [draft]))
        return
    unknown = replace(draft, data={**draft.data, "run": draft.run}, run=None)
    is_apart = session is not None and session != draft.run  # the session of a run begins with that run
    await log.append(Append(session if session and is_apart else INDEX, [unknown]))
