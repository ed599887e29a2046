# Made by `duotone mirror` from ../_async/admitting.py: edit that file, and run it again.
"""Runs in governed sessions: one begins or is resumed only while its session goes on, whoever ends that meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from duotone.errors import Stale
from duotone.runtime._sync.ledger import Ledger
from duotone.runtime._sync.shell import Shell
from duotone.runtime.events import Draft
from duotone.runtime.log import Log
from duotone.runtime.sessions.changes import check_going_on, check_in_time
from duotone.runtime.sessions.session import Session

__all__ = ["Admission"]


class Admission:
    """Lets runs into the sessions of a log."""

    def __init__(self, log: Log) -> None:
        """Have let nobody in."""
        self._log = log
        self._ledger = Ledger(log, log.time)

    def begin(self, shell: Shell, begin: Callable[..., Draft]) -> None:
        """Let a run begin with what `begin` returns, which is given when the time of a governed session is over.

        In such a session that is written at once. The log refuses it if anything was written to the session since it
        was looked at; then it is looked at again. In any other the run begins with its first step.
        Raises `NotActive` or `OverLimit` for a session that has begun to end, and nothing is written.
        """
        session = self._ledger.find(shell.session)
        if session is None:
            shell.note(begin())
            return
        shell.note(begin(closes=self._checked(session)))
        while True:
            try:
                shell.commit_at(session.seq)
            except Stale as stale:
                self._ledger.catch_up(session, stale.seq)
                self._checked(session)
            else:
                return

    def check(self, session: str) -> float | None:
        """Return when the time of a session is over, None if it is not governed or has no end.

        Raises `NotActive` or `OverLimit` if it has begun to end.
        """
        found = self._ledger.find(session)
        return None if found is None else self._checked(found)

    def _checked(self, session: Session) -> float | None:
        check_going_on(session, "have another run")
        # What the log says of its first event is of the same clock as ours; who governs the session may have another.
        first = self._log.read(session.id, limit=1)[0]
        created = first.at if first.kind == "session.created" else session.created
        check_in_time(session, created, self._log.time())
        limit = session.config.max_duration
        return None if limit is None else created + limit
