"""What came late, written to the log by whichever thread it came on."""

from __future__ import annotations

import contextlib

from duotone.errors import LogClosed
from duotone.runtime.crew.endings import OnLate
from duotone.runtime.drafts import came_late
from duotone.runtime.events import Append
from duotone.runtime.log import Log, Store
from duotone.runtime.outcomes import Attempt

__all__ = ["late_writer"]


def late_writer(store: Store, session: str, run: str) -> OnLate:
    """Return what appends the end of an attempt that had been given up; the run may have ended long ago."""

    def write(attempt: Attempt) -> None:
        with contextlib.suppress(LogClosed):  # `figures` counts what came late, and nobody is left to read more
            Log(store).append(Append(session, [came_late(run, attempt)]))

    return write
