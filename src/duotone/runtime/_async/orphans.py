"""Tasks that a call has waited for, in a host that is gone: they end with their caller, and the log says so.

What the call itself came to is unknown, which its agent is told. Whoever goes on with the conversation, or recovers
what a host has left, lets the turns of such tasks be cancelled, those of the tasks inside of them first.
"""

from __future__ import annotations

from duotone.errors import Stale
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.interrupting import AsyncInterrupts
from duotone.runtime.delegation.drafts import open_tasks, task_ended
from duotone.runtime.delegation.records import LOST, Parent, Report, Task
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import Status

__all__ = ["end_orphans", "end_orphans_among"]

_REASON = "the host that waited for it has ended"
_OPEN = (Status.RUNNING, Status.WAITING)


async def end_orphans_among(engine: AsyncEngine, rows: list[RunRow]) -> None:
    """Let those of these turns end that carry out tasks for which nobody waits any more."""
    for row in rows:
        if row.kind != "turn":
            continue
        for begun in await engine.log.read(row.session, limit=1):
            if begun.data.get("parent") is not None:
                await end_orphans(engine, Parent.from_json(begun.data["parent"]).session)


async def end_orphans(engine: AsyncEngine, session: str) -> None:
    """Let the tasks end that calls of a session have waited for in hosts that are gone."""
    for task in await _orphans(engine, session):
        await end_orphans(engine, task.id)
        for row in await engine.log.runs(session=task.id, status=_OPEN):
            await _cancel(engine, row)
        await _write_end(engine, task)


async def _orphans(engine: AsyncEngine, session: str) -> list[Task]:
    tasks = open_tasks(await engine.log.read(session, with_runs=False)).values()
    return [task for task in tasks if task.promise is None and not await engine.log.is_alive(task.owner)]


async def _cancel(engine: AsyncEngine, row: RunRow) -> None:
    """Let a turn end, unless somebody has gone on with it."""
    if not await engine.is_driven(row):
        said: dict[str, Json] = {"by": "runtime", "reason": _REASON}
        await AsyncInterrupts(engine, row.session).break_off(Draft("signal.cancel", said, row.run))


async def _write_end(engine: AsyncEngine, task: Task) -> None:
    """Say once that a task has ended, whoever else may be about to."""
    session = task.parent.session
    while True:
        head = await engine.log.head(session)
        if task.id not in open_tasks(await engine.log.read(session, with_runs=False)):
            return
        try:
            await engine.log.append(Append(session, [task_ended(task, Report(LOST, reason=_REASON))], seq=head))
        except Stale:
            continue
        return
