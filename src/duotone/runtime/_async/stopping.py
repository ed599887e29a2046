"""Ends the runs of a session that ends, and tells how each of them stands after that."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from duotone.contract.settings import settings
from duotone.errors import BadInput
from duotone.runtime._async.ledger import AsyncLedger
from duotone.runtime.crew.async_crew import LOOK
from duotone.runtime.events import Draft, Json
from duotone.runtime.keys import current_key
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import Status
from duotone.runtime.sessions.killing import LEFT
from duotone.runtime.sessions.session import Session

__all__ = ["end_runs", "refuse_from_inside"]

_UNFINISHED = tuple(status for status in Status if not status.is_final)
_STANDING = {Status.RUNNING, Status.UNDOING}


async def refuse_from_inside(ledger: AsyncLedger, session: str) -> None:
    """Raise `BadInput` in a step of a run that would have to end with its session, and so before that step."""
    key = current_key()
    if key is None:
        return
    for row in await ledger.log.runs(session=session, status=_UNFINISHED):
        if key.startswith(f"{row.run}/"):
            reason = (
                f"{session!r} is that of run {row.run!r}, of which this is a step, and it would end with its session"
            )
            raise BadInput("session", f"{reason}; terminate it once the run has ended, or kill it")


async def end_runs(
    ledger: AsyncLedger, session: Session, by: str, reason: str, cause: Status = Status.CANCELLED
) -> Mapping[str, str]:
    """Ask all runs of a session to end, give those who drive them the time to look, and return how each stands.

    `cause` is how they end if nothing is to be undone: cancelled, or timed out.
    """
    asked = {row.run: row for row in await ledger.log.runs(session=session.id, status=_UNFINISHED)}
    if not asked:
        return {}
    said: dict[str, Json] = {"by": by, "reason": reason}
    if cause is not Status.CANCELLED:
        said["cause"] = cause
    events = await ledger.append(session, [Draft("signal.cancel", said, run) for run in asked])
    last, until = events[-1].id, monotonic() + 2 * LOOK + settings.grace
    while True:
        standing = {row.run: await _standing(ledger, row) for row in await _rows(ledger, session, asked)}
        left = until - monotonic()
        if left <= 0 or not _STANDING.intersection(standing.values()):
            return standing
        last = await ledger.log.wait(last, left)


async def _rows(ledger: AsyncLedger, session: Session, asked: Mapping[str, RunRow]) -> list[RunRow]:
    return [row for row in await ledger.log.runs(session=session.id) if row.run in asked]


async def _standing(ledger: AsyncLedger, row: RunRow) -> str:
    """Return the status of a run, or that nobody is left who drives it."""
    if row.status in _STANDING and not await ledger.log.is_alive(row.owner):
        return LEFT
    return row.status
