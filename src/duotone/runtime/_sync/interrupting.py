# Made by `duotone mirror` from ../_async/interrupting.py: edit that file, and run it again.
"""Interrupting a turn from anywhere: who can be told is told, and who can't be stopped is left behind."""

from __future__ import annotations

from time import time

from duotone.errors import LogBusy, RunTaken, Stale
from duotone.runtime._sync.engine import Engine
from duotone.runtime.agents.breaking import broken_off, row_of
from duotone.runtime.events import Append, Draft, Event, Expected
from duotone.runtime.outcomes import Status

__all__ = ["Interrupts"]

_TRIES = 50
"""How often somebody may write to the session while a turn of it is taken over."""


class Interrupts:
    """Signals to the turns of one session."""

    def __init__(self, engine: Engine, session: str) -> None:
        """Write to this session."""
        self._engine = engine
        self._session = session

    def tell(self, draft: Draft) -> None:
        """Write a signal to a turn, and tell whoever drives it here."""
        assert draft.run is not None
        self._engine.log.append(Append(self._session, [draft]))
        shell = self._engine.live.get(draft.run)
        if shell is not None:
            shell.tell()

    def break_off(self, draft: Draft) -> list[Event]:
        """Take a turn over that can't be stopped, and let it stand still; what it is at is abandoned.

        Returns what was written: nothing if the turn has ended meanwhile. Raises `LogBusy` if others write all the
        time.
        """
        assert draft.run is not None
        log, run = self._engine.log, draft.run
        for _ in range(_TRIES):
            seq = log.head(self._session)  # before all else, so that what is written meanwhile is noticed
            events = log.read_run(run)
            row = row_of(events)
            if row is None or Status(row.status).is_final:
                return []
            drafts = broken_off(row, events, draft, (self._engine.owner, time()))
            try:
                written = log.append(Append(self._session, drafts, seq, Expected(run, row.fence)))
            except (Stale, RunTaken):
                continue
            self._leave_behind(run)
            return written
        raise LogBusy(log.store.name, 0)

    def _leave_behind(self, run: str) -> None:
        """Let the turn be driven by others, although the thread that drove it is still at work."""
        self._engine.live.pop(run, None)
        handle = self._engine.turns.get(self._session)
        if handle is not None and handle.run == run:
            handle.take()
