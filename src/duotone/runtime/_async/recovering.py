"""What a log has of runs that nobody drives any more, once tasks of conversations are looked after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duotone.contract.offloading import offload
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import Status

if TYPE_CHECKING:
    from duotone.runtime._async.talks import AsyncTalks

__all__ = ["UNFINISHED", "runs_left", "talks_of"]

UNFINISHED = (Status.RUNNING, Status.UNDOING)
"""How a run stands that its owner has left in the middle."""


async def runs_left(engine: AsyncEngine) -> list[RunRow]:
    """Return the runs whose owners have ended without a word; tasks that others have waited for end here."""
    tasks = await _recover_tasks(engine)
    rows = [row for row in await engine.log.runs(status=UNFINISHED) if row.session not in tasks]
    left = [row for row in rows if not await engine.is_driven(row)]
    if any(row.kind == "turn" for row in left):
        await (await talks_of(engine)).end_orphans(left)
    return left


async def _recover_tasks(engine: AsyncEngine) -> set[str]:
    """Go on with tasks in the background, and return their sessions."""
    if not await engine.log.promises(status="promised", limit=1):
        return set()
    return await (await talks_of(engine)).recover_tasks()


async def talks_of(engine: AsyncEngine) -> AsyncTalks:
    """Return the conversations of a runtime, loaded with the first that is looked at."""
    return await offload(_load_talks, engine)


def _load_talks(engine: AsyncEngine) -> AsyncTalks:
    from duotone.runtime._async.talks import AsyncTalks  # noqa: PLC0415  # many runtimes have none

    return AsyncTalks(engine)
