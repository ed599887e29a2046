# Made by `duotone mirror` from ../_async/acts.py: edit that file, and run it again.
"""Actions of participants: decided before they begin, executed, ended in the log, undone and killed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from time import monotonic
from typing import Any
from uuid import uuid4

from duotone.contract.handlers import Handlers
from duotone.contract.settings import settings
from duotone.contract.waits import name_of
from duotone.errors import BadInput, DuotoneError, Killed
from duotone.runtime._sync.ledger import Ledger
from duotone.runtime._sync.stopping import end_runs
from duotone.runtime.dropping import Note
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.outcomes import Fault, Outcome, Status, words_of
from duotone.runtime.sessions.acting import Admission, admitting, asking, check_admitted, cutting_off, ending, undoing
from duotone.runtime.sessions.actions import Ask
from duotone.runtime.sessions.answers import answer
from duotone.runtime.sessions.changes import killing, member
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.flights import Flight
from duotone.runtime.sessions.killing import HandOver, KillReport, has_ended
from duotone.runtime.sessions.policy import Policy, Ruling, Verdict, default_ruling, ruling_of
from duotone.runtime.sessions.session import Session
from duotone.runtime.sessions.wishes import AskedOtherwise, Wish

__all__ = ["Acts"]


_acting: ContextVar[frozenset[str]] = ContextVar("duotone_actions", default=frozenset())
"""The actions that the current code is executed for; it travels with the context into threads and tasks."""


class Acts:
    """Executes the actions of participants, and knows those that are in flight here."""

    def __init__(self, ledger: Ledger, policies: Sequence[Policy]) -> None:
        """Have nothing in flight."""
        self.on_kill = Handlers[[KillReport]](errors="collect")
        self._ledger = ledger
        self._policies = policies
        self._flights: dict[str, Flight] = {}
        self._keeping = threading.Lock()  # of the two below
        self._undos: dict[str, Callable[[], Any]] = {}
        """How actions can be taken back that were executed here, by their ids."""
        self._windows: list[tuple[float, str]] = []
        """Until when, as a heap: what can't be taken back any more is forgotten, with what it gave."""

    def act(self, session: Session, wish: Wish) -> Any:
        """Execute what somebody wants to do, if that is allowed; raises what refuses it, or `Killed`."""
        owner = self._ledger.log.owner()
        deed = Deed(uuid4().hex, wish.action.name, wish.participant, self._ledger.clock(), owner=owner)
        flight = self._flights[deed.id] = Flight(session.id, deed, partial(self._late, session.id, deed.id))
        inside = _acting.set(_acting.get() | {deed.id})
        try:
            self._begin(session, wish, deed)
            return self._execute(session, wish, flight)
        finally:
            del self._flights[deed.id]
            flight.landed.set()
            with suppress(ValueError):  # it was closed in another context, where this was never said
                _acting.reset(inside)

    def _begin(self, session: Session, wish: Wish, deed: Deed) -> None:
        """Have the action in the log as begun, or as refused if whoever wants it is cancelled while that is written."""
        try:
            self._admit(session, wish, deed)
        except Exception:
            raise  # then nothing was begun
        except BaseException as error:
            if not isinstance(error, GeneratorExit):  # nothing can be awaited any more
                self._take_back(session, deed, error)
            raise

    def _take_back(self, session: Session, deed: Deed, error: BaseException) -> None:
        """Let an action have an end that will not be executed, if the log says that it has begun."""
        self._settle_log(session)
        if deed.id in session.going:
            self._end(session, deed, Outcome.REFUSED, error)

    def _admit(self, session: Session, wish: Wish, deed: Deed) -> None:
        """Have the action in the log as begun, once everybody has agreed to it."""
        while True:
            said = self._ruling(session, wish)
            try:
                self._ledger.change(session.id, partial(self._admission, wish, said, deed))
            except AskedOtherwise:
                continue
            return

    def _ruling(self, session: Session, wish: Wish) -> tuple[Ask, Ruling | None]:
        """Ask the policies in their order; None if the session itself refuses."""
        ask, is_open = self._ledger.look(session.id, lambda session: self._question(session, wish))
        for policy in self._policies if is_open else ():
            name = name_of(policy)
            try:
                ruling = ruling_of(answer(policy, ask), name)
            except Exception as error:  # noqa: BLE001  # who can't say that it is allowed has not allowed it
                return ask, Ruling(Verdict.DENY, f"{name} failed: {type(error).__name__}: {error}")
            if ruling is not None:
                return ask, ruling
        return ask, default_ruling(ask) if is_open else None

    def _question(self, session: Session, wish: Wish) -> tuple[Ask, bool]:
        now = self._ledger.clock()
        ask = wish.ask(session, now)
        try:
            return ask, asking(session, ask, now) is None
        except DuotoneError:  # raised again by the decision itself, once what is due by now has been written
            return ask, False

    def _admission(self, wish: Wish, said: tuple[Ask, Ruling | None], deed: Deed, session: Session) -> Admission:
        now, (asked, ruling) = self._ledger.clock(), said
        ask = wish.ask(session, now)
        refused = asking(session, ask, now)
        if refused is not None:
            return refused
        if ruling is None or (ask.trust, ask.ring) != (asked.trust, asked.ring):
            raise AskedOtherwise
        return admitting(session, ask, ruling, deed.id, now, owner=deed.owner)

    def _execute(self, session: Session, wish: Wish, flight: Flight) -> Any:
        deed = flight.deed
        try:
            check_admitted(session, wish.participant)
        except DuotoneError as refusal:  # others have ended it before an eventual session knew
            self._end(session, deed, Outcome.REFUSED, refusal)
            raise
        try:
            result = flight.fly(wish.do, wish.args, wish.kwargs)
        except GeneratorExit:  # nothing can be awaited any more
            self._ledger.notes.append(Note(session.id, ending(deed.id, Outcome.CANCELLED, self._ledger.clock())[0]))
            raise
        except BaseException as error:
            self._end(session, deed, _outcome(error, flight), error)
            raise
        self._end(session, deed, Outcome.OK, can_undo=wish.undo is not None)
        if wish.undo is not None:
            self._keep_undo(session, deed, partial(wish.undo, result))
        return result

    def _end(
        self,
        session: Session,
        deed: Deed,
        outcome: Outcome,
        error: BaseException | None = None,
        *,
        can_undo: bool = False,
    ) -> None:
        fault = None if error is None else Fault(type(error).__name__, words_of(error))
        drafts = ending(deed.id, outcome, self._ledger.clock(), fault=fault, can_undo=can_undo)
        self._ledger.append(session, drafts)

    def _late(self, session: str, action: str, value: object, error: BaseException | None) -> None:  # noqa: ARG002  # what it gave is not kept
        """Note what an abandoned action gave; runs wherever that ended."""
        data: dict[str, Json] = {"action": action, "outcome": str(Outcome.OK if error is None else Outcome.FAILED)}
        if error is not None:
            data["fault"] = Fault(type(error).__name__, words_of(error)).to_json()
        self._ledger.notes.append(Note(session, Draft("action.late", data)))

    def _keep_undo(self, session: Session, deed: Deed, undo: Callable[[], Any]) -> None:
        now = self._ledger.clock()
        with self._keeping:
            self._undos[deed.id] = undo
            heappush(self._windows, (now + session.config.undo_window, deed.id))
            while self._windows and self._windows[0][0] < now:
                self._undos.pop(heappop(self._windows)[1], None)

    def settle(self, session: Session) -> None:
        """Let the actions have an end whose processes have ended without a word: it is unknown."""
        owners = {deed.owner for deed in list(session.going.values()) if deed.id not in self._flights}
        gone = {owner for owner in owners if not self._ledger.log.is_alive(owner)}
        if gone:
            self._ledger.change(session.id, partial(self._cut_off, gone))

    def _cut_off(self, gone: Collection[str], session: Session) -> list[Draft]:
        left = [deed.id for deed in session.going.values() if deed.owner in gone and deed.id not in self._flights]
        return cutting_off(session, left, self._ledger.clock())

    def undo(self, session: Session, action: str, by: str, undo: Callable[[], Any] | None) -> Any:
        """Take an action back within its window, once; raises `OverLimit`, `NoSuchStep`, or what the undo raises.

        Whoever is cancelled before the undo was called can ask for it again.
        """
        do, deed, attempt, seq = undo or self._undos.get(action), session.undoable.get(action), uuid4().hex, session.seq

        def begin(session: Session) -> list[Draft]:
            drafts = undoing(session, action, by, self._ledger.clock(), attempt)
            if do is None:
                raise BadInput("undo", f"of action {action!r} is not known in this process; pass undo=function")
            return drafts

        try:
            self._ledger.change(session.id, begin)
        except Exception:
            raise  # then nothing was begun
        except BaseException as error:
            if deed is not None and not isinstance(error, GeneratorExit):
                self._put_back(session, deed, (seq, attempt), error)
            raise
        self._undos.pop(action, None)
        assert do is not None
        try:
            result = answer(do)
        except BaseException as error:
            self._ledger.append(session, [_undone(action, Outcome.FAILED, error)])
            raise
        self._ledger.append(session, [_undone(action, Outcome.OK)])
        return result

    def _put_back(self, session: Session, deed: Deed, asked: tuple[int, str], error: BaseException) -> None:
        """Let an action be one that can be taken back again, if the log says that this attempt was begun past `seq`."""
        seq, attempt = asked
        self._settle_log(session)
        since = self._ledger.log.read(session.id, after=seq, with_runs=False)
        if any(event.kind == "action.undoing" and event.data.get("attempt") == attempt for event in since):
            undone = _undone(deed.id, Outcome.REFUSED, error)
            self._ledger.append(session, [Draft(undone.kind, {**undone.data, "deed": deed.to_json()})])

    def _settle_log(self, session: Session) -> None:
        """Know all that was written of a session, also what was on its way."""
        self._ledger.log.append(Append(session.id, ()))
        self._ledger.catch_up(session)

    def kill(
        self, session: Session, participant: str | None, by: str, reason: str, hand_over: HandOver | None
    ) -> KillReport:
        """Let nothing begin any more, stop what can be stopped, and say what became of it."""
        self.settle(session)
        self._ledger.change(session.id, lambda session: killing(session, participant, by, reason))
        deeds = [deed for deed in list(session.going.values()) if participant in {None, deed.participant}]
        stopped = self._stopped(deeds)
        abandoned = [deed.id for deed in deeds if deed not in stopped]
        handed, failures = self._handed_over(session, stopped, hand_over)
        ended = [deed.id for deed in stopped if deed.id not in handed]
        runs: Mapping[str, str] = {}
        if participant is None:
            runs = end_runs(self._ledger, session, by, reason)
        ended += [run for run, standing in runs.items() if has_ended(standing)]
        abandoned += [run for run, standing in runs.items() if not has_ended(standing)]
        report = KillReport(session.id, participant, by, reason, tuple(ended), handed, tuple(abandoned), failures, runs)
        delivery = self.on_kill.emit(report)
        report = replace(report, failures=(*failures, *map(_shown, delivery.errors)))
        self._ledger.append(session, [report.to_draft()])
        return report

    def end(self, session: Session, by: str, reason: str, cause: Status) -> None:
        """Bring what goes on in a session to its end that has begun to end, and write down what became of it.

        What has asked for that itself is left alone: it ends when this has.
        """
        self.settle(session)
        deeds = [deed for deed in list(session.going.values()) if deed.id not in _acting.get()]
        stopped = self._stopped(deeds)
        runs = end_runs(self._ledger, session, by, reason, cause)
        if not deeds and not runs:
            return
        ended = [deed.id for deed in stopped] + [run for run, standing in runs.items() if has_ended(standing)]
        abandoned = [one for one in (*(deed.id for deed in deeds), *runs) if one not in ended]
        said: dict[str, Json] = {"by": by, "because": reason, "stopped": ended, "abandoned": abandoned, "runs": runs}
        self._ledger.append(session, [Draft("session.stopped", said)])

    def _stopped(self, deeds: Sequence[Deed]) -> list[Deed]:
        """Stop what is in flight here, and return what has really ended by that."""
        flights = [flight for deed in deeds if (flight := self._flights.get(deed.id)) is not None and flight.stop()]
        until = monotonic() + settings.grace  # for all of them together: a kill doesn't wait longer for more
        for flight in flights:
            answer(flight.landed.wait, max(0.0, until - monotonic()))
        ended = {flight.deed.id for flight in flights if flight.landed.is_set() and not flight.is_abandoned}
        return [deed for deed in deeds if deed.id in ended]

    def _handed_over(
        self, session: Session, deeds: Sequence[Deed], hand_over: HandOver | None
    ) -> tuple[Mapping[str, str], tuple[str, ...]]:
        """Offer what was stopped to others; only who is in the session can have taken it."""
        handed: dict[str, str] = {}
        failures: list[str] = []
        for deed in deeds:
            try:
                taker = None if hand_over is None else answer(hand_over, deed)
                if taker is not None:
                    handed[deed.id] = member(session, taker).id
            except Exception as error:  # noqa: BLE001  # it stays stopped, and the report says why
                failures.append(_shown(error))
        return handed, tuple(failures)


def _outcome(error: BaseException, flight: Flight) -> Outcome:
    if isinstance(error, Killed):
        return Outcome.ABANDONED if flight.is_abandoned else Outcome.CANCELLED
    return Outcome.FAILED if isinstance(error, Exception) else Outcome.CANCELLED


def _undone(action: str, outcome: Outcome, error: BaseException | None = None) -> Draft:
    data: dict[str, Json] = {"action": action, "outcome": str(outcome)}
    if error is not None:
        data["fault"] = Fault(type(error).__name__, words_of(error)).to_json()
    return Draft("action.undone", data)


def _shown(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
