"""Tasks that a host has left behind: found by what was promised of them, and taken on by one host of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from duotone.errors import Stale
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.delegation.drafts import open_tasks, task_adopted, task_ended
from duotone.runtime.delegation.records import COMPLETED, LOST, Report, Task
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Append

__all__ = ["adopted_tasks", "recover_tasks", "tell_end"]


async def adopted_tasks(engine: AsyncEngine, session: str | None, knows: Callable[[Task], bool]) -> list[Task]:
    """Take on the tasks in the background whose hosts are gone, of one session or of all, as far as they are known."""
    promises = [standing.promise for standing in await engine.outbox.promised(session)]
    found = [await _adopted(engine, promise, knows) for promise in promises if promise.kind == COMPLETED]
    return [task for task in found if task is not None]


async def recover_tasks(engine: AsyncEngine) -> set[str]:
    """Go on with all tasks in the background whose hosts are gone, tell of what is lost, and return their sessions."""
    sessions: set[str] = set()
    for delegation in engine.delegations:
        sessions.update(task.id for task in await delegation.recover())
    return sessions.union(task.id for task in await _report_lost(engine))


async def _report_lost(engine: AsyncEngine) -> list[Task]:
    """Tell of the end of tasks whose hosts are gone, and that nobody here can go on with; returns them."""
    tasks = await adopted_tasks(engine, None, lambda _: True)
    for task in tasks:
        reason = f"its host has ended, and the next one knows no agent {task.agent!r} in the role {task.role!r}"
        await tell_end(engine, task, Report(LOST, reason=reason))
    return tasks


async def tell_end(engine: AsyncEngine, task: Task, report: Report) -> None:
    """Let what was promised of a task be ready, in one write with its end; nothing if somebody has done so."""
    assert task.promise is not None
    await engine.outbox.ready(task.promise, report.about(task), [task_ended(task, report)])


async def _adopted(engine: AsyncEngine, promise: Promise, knows: Callable[[Task], bool]) -> Task | None:
    """Become the host of a task; None if it has one, if it is over, or if it can't be gone on with here."""
    while True:
        head = await engine.log.head(promise.session)
        task = open_tasks(await engine.log.read(promise.session, with_runs=False)).get(promise.about)
        if task is None or not knows(task) or await engine.log.is_alive(task.owner):
            return None
        try:
            await engine.log.append(Append(promise.session, [task_adopted(task.id, engine.owner)], seq=head))
        except Stale:  # another host may have been faster
            continue
        return replace(task, owner=engine.owner)
