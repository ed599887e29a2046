# Made by `duotone mirror` from ../_async/shell.py: edit that file, and run it again.
"""The shell: drives one run, turning what its driver asks for into calls and what comes of them into events.

1. Nothing is called before the event that says so is durable, and nothing is decided but by the driver.
2. What a call gave is applied at once and written together with what follows from it: one commit for each step.
3. Whatever ends the drive from outside, a cancellation or Ctrl-C, is raised once all calls have an end that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from time import time
from typing import NamedTuple

from duotone.errors import DuotoneError, LogBusy, LogClosed, LogUncertain, LogUnreachable, LogUnwritable
from duotone.runtime._sync.seams import Attempts, Journal
from duotone.runtime._sync.watching import Watch
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call, Command, Driver, Finish, Record, Sleep, Stop, Wait
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drafts import call_ended, call_started, refused, run_ended, written
from duotone.runtime.events import Append, Draft, Event, Expected
from duotone.runtime.outcomes import Attempt, Outcome
from duotone.runtime.parking import Gate, stay_on_thread
from duotone.runtime.reservations import Reservations

__all__ = ["Drive", "Shell"]

_AWAY = (LogBusy, LogClosed, LogUncertain, LogUnreachable, LogUnwritable)
"""What a log says that can't be asked now."""


class Drive(NamedTuple):
    """Which run is driven, where its events go, and how many of its attempts may be in flight at once."""

    run: str
    session: str
    room: int | None = None
    seq: int | None = None
    """The last event of the session that whoever begins the run has seen, if nobody else may have written since."""
    clock: Callable[[], float] = time


class Shell:
    """One run while somebody drives it."""

    def __init__(
        self,
        drive: Drive,
        log: Journal,
        driver: Driver,
        bindings: Callable[[Call], Bound],
        crew: Attempts,
    ) -> None:
        """Have nothing under way."""
        self.run, self.session, self.room, begin, self._clock = drive
        self.crew = crew
        self.finish: Finish | None = None
        """How the run has ended, once it has."""
        self.waiting: str | None = None
        """What the run waits for, if it can't go on before somebody decides."""
        self.deadline: float | None = None
        """When the run is to have ended."""
        self.closes: float | None = None
        """When its session is to have ended; a step that has the thread of its caller keeps that until it ends."""
        self.watch: Watch | None = None
        """Who is told of the events of the run."""
        self.locks: Reservations | None = None
        """Where calls of all runs wait for each other."""
        self.gate: Gate | None = None
        """What the run stands still at once the process is about to end; None for one that has another way to."""
        self.on_written: Callable[[Sequence[Event]], None] | None = None
        """What takes in the events of the run once they are durable and watchers were told of them."""
        self._is_held_up = False
        self._log = log
        self._driver = driver
        self._bindings = bindings
        self._pending: list[Draft] = []
        self._doubted: list[Draft] = []
        """What was being written when a commit was interrupted, as long as the log does not say what became of it."""
        self._expected: Expected | None = None
        # A run of its own session begins that session, so nobody else can have begun it.
        self._begin = 0 if self.session == self.run else begin
        self._seq: int | None = self._begin
        self._last = 0
        self._is_told = self._is_advancing = False

    def take_over(self, events: list[Event], fence: int) -> None:
        """Begin from what the log has of the run, under a claim that has just been written there."""
        for event in events:
            self._driver.apply(event)
        self._seq, self._last = events[-1].seq, events[-1].id
        self._expected = Expected(self.run, fence)

    @property
    def seq(self) -> int:
        """The last event of the session that was written here."""
        return self._seq or 0

    def note(self, draft: Draft) -> None:
        """Let something have happened; it is written with the next commit."""
        self._pending.append(draft)
        self._driver.apply(draft)
        if self.locks is not None and draft.kind == "step.ended":
            self.locks.leave((self.run, str(draft.data["step"])))

    def end(self, finish: Finish) -> None:
        """Let the run have ended."""
        self.finish = finish
        self.note(run_ended(self.run, finish))

    def tell(self) -> None:
        """Say that somebody else has written about this run; from any thread."""
        self._is_told = True
        self.crew.call()

    def heed(self) -> None:
        """Take in what others have written while an attempt goes on, and stop it if that follows."""
        with suppress(LogBusy, LogClosed):  # looked at again, or the run has nowhere to go on
            self._look()
            for command in self._driver.decide(self._clock()):
                if isinstance(command, Stop):
                    self.crew.stop(command.step)

    def begin(self) -> None:
        """Write down that the run has begun, together with the calls that it starts with, which `advance` waits for."""
        calls, _, _ = self._take(self._driver.decide(self._clock()))
        self._start(calls)

    def commit_at(self, seq: int) -> None:
        """Write down that the run has begun, as the next event of its session after `seq`; raises `Stale` otherwise."""
        self._begin = seq
        self.commit()

    def advance(self, is_over: Callable[[], bool]) -> None:
        """Do what the driver asks for until `is_over`, until the run has ended, or nothing is left but to wait."""
        self.waiting, self._is_advancing = None, True
        try:
            self._go_on(is_over)
        finally:
            self._is_advancing = False

    def _go_on(self, is_over: Callable[[], bool]) -> None:
        while self.finish is None:
            if self.gate is not None and self.gate.is_closed:
                self._park()
            if self._is_told:
                self._look()
            if is_over():
                break
            calls, is_changed, until = self._take(self._driver.decide(self._clock()))
            if calls:
                self._start(calls)
            elif is_changed:
                continue
            elif self._is_idle(until):
                break
            self._collect(until)
        if self.finish is not None or self.waiting is not None:
            self.commit()

    @property
    def is_at_work(self) -> bool:
        """Whether it goes through a gate, and has not come to stand still there."""
        return self.gate is not None and self._is_advancing

    def _park(self) -> None:
        """Let what is under way end, and stand still with all of it written: the next process goes on from here."""
        while self.crew.size:
            self._collect(None)
        self.commit()
        self._is_advancing = False
        stay_on_thread()

    def _is_idle(self, until: float | None) -> bool:
        """Tell whether nothing will happen before somebody else does something."""
        return self.waiting is not None or (until is None and not self.crew.size and not self._is_held_up)

    def _take(self, commands: Sequence[Command]) -> tuple[list[tuple[Call, Bound]], bool, float | None]:
        """Carry out what needs no waiting; returns calls to start, whether anything has changed, and until when."""
        calls: list[tuple[Call, Bound]] = []
        is_changed, until, self._is_held_up = False, None, False
        for command in commands:
            if isinstance(command, Call):
                is_changed |= self._prepare(command, calls)
            elif isinstance(command, Record):
                for draft in command.drafts:
                    self.note(draft)
                is_changed = True
            elif isinstance(command, Sleep):
                until = command.until
            elif isinstance(command, Stop):
                self.crew.stop(command.step)
            elif isinstance(command, Wait):
                self.waiting = command.reason
            else:
                self.end(command)
                is_changed = True
        return calls, is_changed, until

    def _prepare(self, call: Call, calls: list[tuple[Call, Bound]]) -> bool:
        """Say that a call starts, if there is room; one that can't be made is refused, which changes the run."""
        if self.room is not None and self.crew.size + len(calls) >= self.room:
            return False
        try:
            bound = self._bindings(call)
            is_free = not bound.locks or self._has_locks(call, bound)
        except DuotoneError as error:
            self.crew.errors[call.step] = error
            if call.is_undo:
                self.note(Draft("undo.started", {"step": call.step, "attempt": call.number}, self.run))
            self.note(refused(self.run, call, fault_of(error, is_retryable=False)))
            return True
        if not is_free:
            return False
        self.note(call_started(self.run, call, bound, "sync"))
        calls.append((call, bound))
        return False

    def _has_locks(self, call: Call, bound: Bound) -> bool:
        """Take what a call needs for itself; if another run has it, somebody calls when that is over."""
        key = self.run, call.step
        has_locks = self.locks is None or self.locks.take(key, bound.locks, self.tell, bound.around)
        self._is_held_up |= not has_locks
        return has_locks

    def _start(self, calls: list[tuple[Call, Bound]]) -> None:
        """Call, once it is written that these calls start; if it can't be, they have not been made."""
        try:
            self.commit()
        except BaseException as error:
            for call, _ in calls:
                self.note(refused(self.run, call, fault_of(error, is_retryable=False)))
            raise
        for call, bound in calls:
            self.crew.start(self._within_deadline(call, bound), bound)

    def _within_deadline(self, call: Call, bound: Bound) -> Call:
        """Let an attempt last no longer than its run; an undo has its own time."""
        # What can't be stopped has the thread of its caller, and keeps it.
        closes = self.closes if bound.unit.is_async else None
        times = [time for time in (self.deadline, closes) if time is not None]
        if not times or call.is_undo:
            return call
        left = max(0.0, min(times) - self._clock()) + 0.001  # so that the deadline has passed when it is given up
        if call.timeout is not None and call.timeout < left:
            return call
        return replace(call, timeout=left, is_cut_short=True)

    def _ended(self, attempt: Attempt) -> None:
        """Note how an attempt ended, unless whoever made it has written so."""
        ended = call_ended(self.run, attempt)
        if attempt.is_written:
            self._driver.apply(ended)
        else:
            self.note(ended)

    def _collect(self, until: float | None) -> None:
        """Wait for the first attempt that ends; what is known by then is written first, if that takes time."""
        if self._pending and not self.crew.has_ended:
            self.commit()
        attempt = self.crew.next(until)
        if attempt is None:
            self._is_told = True  # time has passed, or somebody has called
        else:
            self._ended(attempt)
        if self.crew.interruption is not None:
            self._break_off()

    def _break_off(self) -> None:
        """Stop everything, write down how it ended, and raise what has interrupted the run."""
        interruption = self.crew.interruption
        assert interruption is not None
        self.crew.stop_all()
        while self.crew.size:
            attempt = self.crew.next()
            if attempt is not None:
                self._ended(attempt)
        self.crew.interruption = None
        self.commit()
        raise interruption

    def commit(self) -> None:
        """Make durable whatever has happened so far."""
        if self._doubted:
            self._recall()
        drafts, self._pending = self._pending, []
        if not drafts:
            return
        seq = self._begin if self._expected is None else None
        try:
            events = self._log.append(Append(self.session, drafts, seq, self._expected))
        except Exception:
            self._pending = drafts + self._pending
            raise
        except BaseException:
            self._doubted = drafts
            with suppress(*_AWAY):  # it is asked again before the next commit
                self._recall()
            raise
        self._follow(events)
        if self.watch is not None:
            self.watch.show(events)
        if self.on_written is not None:
            self.on_written(events)

    def _follow(self, events: Sequence[Event]) -> None:
        """Know where the log is once these events are in it."""
        if self._expected is None:
            self._expected = Expected(self.run, 1)
        elif self._seq is not None and events[0].seq != self._seq + 1:
            self._is_told = True  # somebody else has written to this session in between
        self._seq = events[-1].seq
        if not self._is_told:
            self._last = events[-1].id

    def _recall(self) -> None:
        """Find out what became of a commit that was interrupted: it was written as a whole, or not at all."""
        with suppress(LogBusy, LogUnwritable):
            self._log.append(Append(self.session, ()))  # it may be on its way, and this comes after it
        events = written(self._doubted, self._log.read_run(self.run, after=self._last))
        drafts, self._doubted = self._doubted, []
        if events:
            self._follow(events)
        else:
            self._pending = drafts + self._pending

    def sever(self) -> None:
        """Write nothing more about the run, whatever still goes on here: others go on with it; from any thread."""
        self._expected = Expected(self.run, 0)  # which no run has that has begun
        self.crew.call()

    def let_go(self) -> None:
        """Have done with the run: nothing points back to here, so that it is gone before garbage is collected."""

    def leave(self) -> None:
        """Write down what calls gave after somebody else has taken the run over: it came too late."""
        drafts, self._pending = self._pending, []
        late = [Draft("step.late", draft.data, draft.run) for draft in drafts if _has_come(draft)]
        if late:
            self._log.append(Append(self.session, late))

    def _look(self) -> None:
        """Take in what others have written about this run."""
        self._is_told = False
        for event in self._log.read_run(self.run, after=self._last):
            if event.id <= self._last:
                continue  # it was looked at on behalf of a step meanwhile, and nothing may count twice
            if _is_foreign(event):
                self._driver.apply(event)
            self._last = event.id


def _has_come(draft: Draft) -> bool:
    """Tell whether a draft says what a call gave, and not that it was given up or never made."""
    return draft.kind == "step.ended" and draft.data["outcome"] in {Outcome.OK, Outcome.FAILED}


def _is_foreign(event: Event) -> bool:
    """Tell whether an event of a run is one that others than its driver write."""
    return event.kind.startswith("signal.") or event.kind in {"step.late", "undo.late"}
