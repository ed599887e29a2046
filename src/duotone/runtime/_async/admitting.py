"""Runs in governed sessions: one begins or is resumed only while its session goes on, whoever ends that meanwhile."""

from __future__ import annotations

from time import time

from duotone.errors import Stale
from duotone.runtime._async.ledger import AsyncLedger
from duotone.runtime._async.shell import AsyncShell
from duotone.runtime.log import AsyncLog
from duotone.runtime.sessions.changes import check_going_on, check_in_time
from duotone.runtime.sessions.session import Session

__all__ = ["AsyncAdmission"]


class AsyncAdmission:
    """Lets runs into the sessions of a log."""

    def __init__(self, log: AsyncLog) -> None:
        """Have let nobody in."""
        self._log = log
        self._ledger = AsyncLedger(log, time)

    async def begin(self, shell: AsyncShell) -> None:
        """Write down that a run begins, if its session is a governed one; in any other it begins with its first step.

        The log refuses that if anything was written to the session since it was looked at; then it is looked at again.
        Raises `NotActive` or `OverLimit` for a session that has begun to end, and nothing is written.
        """
        session = await self._ledger.find(shell.session)
        while session is not None:
            await self._check(session)
            try:
                await shell.commit_at(session.seq)
            except Stale as stale:
                await self._ledger.catch_up(session, stale.seq)
            else:
                return

    async def check(self, session: str) -> None:
        """Raise `NotActive` or `OverLimit` if a session is a governed one that has begun to end."""
        found = await self._ledger.find(session)
        if found is not None:
            await self._check(found)

    async def _check(self, session: Session) -> None:
        check_going_on(session, "have another run")
        # What the log says of its first event is of the same clock as ours; who governs the session may have another.
        first = (await self._log.read(session.id, limit=1))[0]
        check_in_time(session, first.at if first.kind == "session.created" else session.created, time())
