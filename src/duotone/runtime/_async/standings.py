"""How the promises of a log stand: read once, and after that only what has come since."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from duotone.runtime.delivery.standing import PromiseStatus, Standing, fold
from duotone.runtime.events import Event
from duotone.runtime.log import AsyncLog, PromiseRow

__all__ = ["AsyncStandings"]


class AsyncStandings:
    """The open promises of a log, kept session by session; what has ended is forgotten."""

    def __init__(self, log: AsyncLog) -> None:
        self._log = log
        self._open: dict[str, dict[str, Standing]] = {}
        self._seqs: dict[str, int] = {}
        self._folding = threading.Lock()  # never held while anything is read

    async def of(self, *statuses: PromiseStatus) -> list[Standing]:
        """Return the open promises in these states, the least recently touched first."""
        rows = await self._log.promises(status=tuple(status.value for status in statuses))
        for session in {row.session for row in rows if not self._knows(row)}:
            await self._catch_up(session)
        with self._folding:
            found = [self._open.get(row.session, {}).get(row.promise) for row in rows]
        return sorted(
            (standing for standing in found if standing is not None and standing.status in statuses),
            key=lambda standing: standing.event,
        )

    async def all(self, session: str | None = None) -> list[Standing]:
        """Return all promises that were ever made, or those of a session; this reads everything again."""
        sessions = {row.session for row in await self._log.promises()} if session is None else {session}
        standings: list[Standing] = []
        for one in sessions:
            standings += fold({}, await self._log.read(one, with_runs=False)).values()
        return sorted(standings, key=lambda standing: standing.event)

    def _knows(self, row: PromiseRow) -> bool:
        """Say whether the last event of a promise was folded in."""
        with self._folding:
            standing = self._open.get(row.session, {}).get(row.promise)
        return standing is not None and standing.event >= row.event

    async def _catch_up(self, session: str) -> None:
        events = await self._log.read(session, after=self._seqs.get(session, 0), with_runs=False)
        self._take(session, events)

    def _take(self, session: str, events: Sequence[Event]) -> None:
        """Fold events in, except those that another has folded in meanwhile."""
        with self._folding:
            seq = self._seqs.get(session, 0)
            folded = fold(self._open.get(session, {}), [event for event in events if event.seq > seq])
            self._open[session] = {name: one for name, one in folded.items() if not one.status.is_final}
            self._seqs[session] = max([seq, *(event.seq for event in events)])
