# Made by `duotone mirror` from ../_async/recovering.py: edit that file, and run it again.
"""What a log has of runs that nobody drives any more, once tasks of conversations are looked after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duotone.runtime._sync.engine import Engine
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import Status

if TYPE_CHECKING:
    from duotone.runtime._sync.talks import Talks

__all__ = ["UNFINISHED", "runs_left", "talks_of"]

UNFINISHED = (Status.RUNNING, Status.UNDOING)
"""How a run stands that its owner has left in the middle."""


def runs_left(engine: Engine) -> list[RunRow]:
    """Return the runs whose owners have ended without a word; tasks that others have waited for end here."""
    tasks = _recover_tasks(engine)
    rows = [row for row in engine.log.runs(status=UNFINISHED) if row.session not in tasks]
    left = [row for row in rows if not engine.is_driven(row)]
    if any(row.kind == "turn" for row in left):
        talks_of(engine).end_orphans(left)
    return left


def _recover_tasks(engine: Engine) -> set[str]:
    """Go on with tasks in the background, and return their sessions."""
    if not engine.log.promises(status="promised", limit=1):
        return set()
    return talks_of(engine).recover_tasks()


def talks_of(engine: Engine) -> Talks:
    """Return the conversations of a runtime, loaded with the first that is looked at."""
    return _load_talks(engine)


def _load_talks(engine: Engine) -> Talks:
    from duotone.runtime._sync.talks import Talks  # noqa: PLC0415  # many runtimes have none

    return Talks(engine)
