# Made by `duotone mirror` from ../_async/interrupting.py: edit that file, and run it again.
"""Interrupting a turn from anywhere: who can be told is told, and who can't be stopped is left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duotone.errors import LogBusy, RunTaken, Stale
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.knowing import read_on
from duotone.runtime.agents.breaking import broken_off, row_of
from duotone.runtime.agents.handles import Handle
from duotone.runtime.agents.history import History
from duotone.runtime.conversation.states import State
from duotone.runtime.events import Append, Draft, Event, Expected, Json
from duotone.runtime.outcomes import Status

__all__ = ["Interrupts"]

_TRIES = 50
"""How often somebody may write to the session while a turn of it is taken over."""


class Interrupts:
    """Signals to the turns of one session, and of those that carry out tasks for it."""

    def __init__(self, engine: Engine, session: str, history: History | None = None) -> None:
        """Write to this session; `history` is what is known of it."""
        self._engine = engine
        self._session = session
        self._history = history or History()

    def interrupt(self, said: Mapping[str, Json]) -> bool:
        """Let the turn stand still at once, and the tasks that it waits for; False if none goes on."""
        handle = self._engine.turns.get(self._session)
        if handle is not None and handle.wish("signal.interrupt", said):
            return True
        if handle is None or not self._is_known(handle):
            self._look()
        turn = self._history.turn
        if turn is None or turn.state not in {State.RUNNING, State.WAITING}:
            return False
        draft = Draft("signal.interrupt", said, turn.run)
        if turn.state is State.RUNNING and turn.home == "loop" and self._is_driven(turn.run):
            self.tell(draft)
            self._stop_known_tasks(said)
            return True
        return bool(self.break_off(draft))

    def _is_known(self, handle: Handle) -> bool:
        """Tell whether the turn that goes on is driven here, and is the last one that is known."""
        turn = self._history.turn
        is_last = turn is not None and turn.run == handle.run and turn.state is State.RUNNING
        return is_last and self._engine.live.get(handle.run or "") is not None

    def stop_tasks(self, said: Mapping[str, Json]) -> None:
        """Interrupt the tasks that a call of the turn waits for, and theirs."""
        self._look()
        self._stop_known_tasks(said)

    def _stop_known_tasks(self, said: Mapping[str, Json]) -> None:
        for task in tuple(self._history.transcript.inline):
            Interrupts(self._engine, task).interrupt(said)

    def _look(self) -> None:
        read_on(self._engine.log, self._session, self._history)

    def _catch_up(self, written: Sequence[Event]) -> None:
        """Know all that the session has up to what was written here; often that is all that was missing."""
        self._history.take_in(written)
        if self._history.seq < written[-1].seq:
            self._look()

    def _is_driven(self, run: str) -> bool:
        if self._engine.live.get(run) is not None:  # who has taken it from us reads the signal in the log
            return True
        return self._engine.is_driven(self._engine.row(run))

    def tell(self, draft: Draft, seq: int | None = None) -> None:
        """Write a signal to a turn, and tell whoever drives it; raises `Stale` if `seq` isn't the last event."""
        assert draft.run is not None
        written = self._engine.log.append(Append(self._session, [draft], seq))
        self._engine.tell(draft.run, draft)
        self._catch_up(written)

    def break_off(self, draft: Draft) -> list[Event]:
        """Take a turn over that can't be stopped, and let it stand still; what it is at is abandoned.

        Returns what was written: nothing if the turn has ended meanwhile. Raises `LogBusy` if others write all the
        time.
        """
        assert draft.run is not None
        log, run = self._engine.log, draft.run
        for number in range(_TRIES):
            # Known before all else, so that what is written meanwhile is noticed; at first what was seen last will do.
            head = log.head(self._session) if number else self._history.seq
            events = log.read_run(run)
            row = row_of(events)
            if row is None or Status(row.status).is_final:
                return []
            drafts, seq = broken_off(row, events, draft, (self._engine.owner, log.time())), max(head, events[-1].seq)
            try:
                written = log.append(Append(self._session, drafts, seq, Expected(run, row.fence)))
            except (Stale, RunTaken):
                continue
            self._leave_behind(run)
            self._history.take_in(events)
            self._catch_up(written)
            self._stop_known_tasks(draft.data)
            return written
        raise LogBusy(log.store.name, 0)

    def _leave_behind(self, run: str) -> None:
        """Let the turn be driven by others, although the thread that drove it is still at work."""
        self._engine.release(run)
        handle = self._engine.turns.get(self._session)
        if handle is not None and handle.run == run:
            handle.take()
