"""What can go wrong with runs, sessions and their log: errors of the runtime."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors.roots import DuotoneError

__all__ = [
    "ApprovalNeeded",
    "BadExpression",
    "BadInput",
    "BadOutput",
    "BadTransition",
    "BadUnit",
    "BadWorkflow",
    "CutOff",
    "Denied",
    "LogBusy",
    "LogClosed",
    "LogCorrupt",
    "LogTooNew",
    "LogUncertain",
    "LogUnreachable",
    "LogUnwritable",
    "NeedsDecision",
    "NoSuchRun",
    "NoSuchSession",
    "NoSuchStep",
    "OverLimit",
    "RunFailed",
    "RunFinished",
    "RunTaken",
    "SagaBusy",
    "Stale",
    "StepFailed",
    "Unbound",
    "Unkeepable",
    "WorkflowChanged",
]


class LogCorrupt(DuotoneError, ValueError):
    """A log holds something that no version of ours has written there."""

    def __init__(self, path: str, where: str, reason: str) -> None:
        super().__init__(
            f"the log {path} is damaged at {where}: {reason}; keep the file, run 'duotone log verify {path}' "
            f"to see all of it, and go on from a copy that verifies"
        )
        self.path = path
        self.where = where
        self.reason = reason


class LogTooNew(DuotoneError, RuntimeError):
    """A log was written by a version of duotone that is newer than this one."""

    def __init__(self, path: str, version: int, known: int) -> None:
        super().__init__(
            f"the log {path} has format {version}, and this duotone knows formats up to {known}; "
            f"upgrade it: pip install -U duotone"
        )
        self.path = path
        self.version = version
        self.known = known


class LogBusy(DuotoneError, TimeoutError):
    """Somebody else held the write lock of a log for too long."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(
            f"the log {path} was locked by another process for over {seconds:g} s; nothing was written, "
            f"so try again once it has let go"
        )
        self.path = path
        self.seconds = seconds


class LogUnwritable(DuotoneError, OSError):
    """A log can't be written: the disk is full, or the file is read-only. What was acknowledged before is safe."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"the log {path} can't be written ({reason}); nothing of this was kept: mend that and try again"
        )
        self.path = path
        self.reason = reason


class LogUnreachable(DuotoneError, ConnectionError):
    """The database of a log can't be reached, or lets nobody in; nothing was written."""

    def __init__(self, path: str, reason: str, remedy: str, *, is_lasting: bool = False) -> None:
        super().__init__(f"the log {path} can't be reached ({reason}); nothing of this was kept: {remedy}")
        self.path = path
        self.reason = reason
        self.is_lasting = is_lasting
        """Whether it stays so until somebody does something about it."""


class LogUncertain(DuotoneError, ConnectionError):
    """A connection was lost while it committed, and nobody could be asked in time whether that was kept."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(
            f"the connection to the log {path} was lost during a commit, and for {seconds:g} s nobody could say "
            f"whether it was kept; read the session before you append this again"
        )
        self.path = path
        self.seconds = seconds


class CutOff(DuotoneError, RuntimeError):
    """An owner was out of reach for longer than its lease, and is dead for others; nothing was written."""

    def __init__(self, owner: str) -> None:
        super().__init__(
            f"{owner} was cut off from the log for longer than its lease, and others may drive its runs; nothing of "
            f"this was kept: open the log again, which gives another name"
        )
        self.owner = owner


class LogClosed(DuotoneError, RuntimeError):
    """A log or runtime was used after it was closed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is closed; open it again, and use it inside its 'with' block")
        self.name = name


class Stale(DuotoneError, RuntimeError):
    """A session has gone on since its writer looked at it, so what was decided may be wrong; nothing was written."""

    def __init__(self, session: str, seen: int, seq: int) -> None:
        super().__init__(
            f"session {session!r} is at event {seq} and this was decided at {seen}; read it again and decide again"
        )
        self.session = session
        self.seen = seen
        self.seq = seq


class RunTaken(DuotoneError, RuntimeError):
    """A run is driven by somebody else, who is alive; nothing was written."""

    def __init__(self, run: str, owner: str) -> None:
        super().__init__(
            f"run {run!r} is driven by {owner}; wait for it there, or cancel it and resume it here once it has ended"
        )
        self.run = run
        self.owner = owner


class NoSuchRun(DuotoneError, LookupError):
    """No run of the log has this id."""

    def __init__(self, run: str) -> None:
        self.recipe = "list them with runtime.runs()"
        super().__init__(f"the log has no run {run!r}; {self.recipe}")
        self.run = run


class NoSuchSession(DuotoneError, LookupError):
    """No session of the log has this id."""

    def __init__(self, session: str) -> None:
        self.recipe = "make one with create_session(...)"
        super().__init__(f"the log has no session {session!r}; {self.recipe}")
        self.session = session


class NoSuchStep(DuotoneError, LookupError):
    """A run or workflow has no step of this name."""

    def __init__(self, step: str, where: str, known: Sequence[str] = ()) -> None:
        tail = f"; it has {', '.join(known)}" if known else ""
        super().__init__(f"{where} has no step {step!r}{tail}")
        self.step = step
        self.known = tuple(known)


class RunFinished(DuotoneError, RuntimeError):
    """Something was asked of a run that has ended, and whose state doesn't allow it."""

    def __init__(self, run: str, status: str, asked: str, remedy: str) -> None:
        super().__init__(f"run {run!r} is {status}, so it can't be {asked}; {remedy}")
        self.run = run
        self.status = status


class RunFailed(DuotoneError, RuntimeError):
    """A run ended otherwise than completed.

    `status` is its final state; `todo` says what a person must do where the run could not clean up after itself.
    """

    had_effect: bool = False
    """Whether it has left something that can be undone; said of a workflow inside of another."""

    def __init__(self, run: str, status: str, reason: str, todo: Sequence[str] = ()) -> None:
        tail = "".join(f"\n  to do: {line}" for line in todo)
        super().__init__(f"run {run!r} is {status}: {reason}{tail}")
        self.run = run
        self.status = status
        self.todo = tuple(todo)


class StepFailed(DuotoneError, RuntimeError):
    """A step ended otherwise than well, and what it raised is not at hand: the log has only its words."""

    def __init__(self, step: str, outcome: str, type_: str, message: str) -> None:
        said = f": {type_}: {message}" if type_ else ""
        self.recipe = "see its events with runtime.events(run)"
        super().__init__(f"step {step!r} ended {outcome}{said}; {self.recipe}")
        self.step = step
        self.outcome = outcome
        self.type = type_
        self.message = message


class SagaBusy(DuotoneError, RuntimeError):
    """A step of a saga was asked for while another one is running; nothing was called."""

    def __init__(self, saga: str, step: str) -> None:
        super().__init__(
            f"saga {saga!r} is busy, so {step!r} was not called; await its steps one after the other, or let them go "
            f"on together with saga.fan_out([...])"
        )
        self.saga = saga
        self.step = step


class NeedsDecision(DuotoneError, RuntimeError):
    """Steps were started before a crash, have no outcome, and may not simply run again."""

    def __init__(self, run: str, steps: Sequence[str]) -> None:
        self.recipe = f"look, then say so with runtime.decide({run!r}, step, 'committed' | 'failed' | 'retry')"
        doubt = f"nobody knows whether {', '.join(steps)} took effect before the crash"
        super().__init__(f"run {run!r} waits: {doubt}; {self.recipe}")
        self.run = run
        self.steps = tuple(steps)


class BadWorkflow(DuotoneError, ValueError):
    """A workflow can't be run as it is written; each problem is a line that names its place and remedy."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems) if problems else f"{source} is no workflow")
        self.source = source
        self.problems = tuple(problems)


class WorkflowChanged(DuotoneError, RuntimeError):
    """A run was to be resumed with another workflow than the one with which it began."""

    def __init__(self, run: str, difference: str) -> None:
        super().__init__(
            f"run {run!r} began with another version of this workflow, so it was not resumed; resume it with the one "
            f"that it began with, or branch a new run from it. The difference:\n{difference}"
        )
        self.run = run
        self.difference = difference


class BadInput(DuotoneError, ValueError):
    """An input of a run is missing, unknown, or of the wrong type; nothing was executed."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"input {name!r} {reason}")
        self.name = name


class BadOutput(DuotoneError, ValueError):
    """A step gave something else than its workflow promises; it is not recorded as a success."""

    def __init__(self, step: str, faults: Sequence[str]) -> None:
        super().__init__(f"step {step!r} broke its contract: {'; '.join(faults)}; mend the unit, or its outputs")
        self.step = step
        self.faults = tuple(faults)


class BadExpression(DuotoneError, ValueError):
    """An expression of a workflow makes no sense, or has no value for what it was given.

    `offset` is the character at which that was found.
    """

    def __init__(self, expression: str, reason: str, offset: int = 0) -> None:
        super().__init__(f"the expression {expression.strip()!r} has no value: {reason}; mend it, or what it refers to")
        self.expression = expression
        self.reason = reason
        self.offset = offset


class BadUnit(DuotoneError, TypeError):
    """A callable can't be a unit, or its undo doesn't fit to it; refused before anything was called."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"unit {name!r} {reason}")
        self.name = name


class Unbound(DuotoneError, LookupError):
    """A step names a unit that nobody has given, so it is refused instead of doing nothing."""

    def __init__(self, step: str, unit: str, remedy: str = "") -> None:
        remedy = remedy or f"no unit {unit!r} is bound; pass units={{{unit!r}: function}}"
        super().__init__(f"step {step!r} has nothing to execute: {remedy}")
        self.step = step
        self.unit = unit


class Unkeepable(DuotoneError, TypeError):
    """A step returned something that the log can't keep, so it is not recorded as a success."""

    def __init__(self, step: str, kind: str, remedy: str) -> None:
        super().__init__(f"step {step!r} returned {kind}, which the log can't keep; {remedy}")
        self.step = step
        self.kind = kind


class BadTransition(DuotoneError, RuntimeError):
    """A state was to be left for one that doesn't follow from it."""

    def __init__(self, what: str, state: str, asked: str, allowed: Sequence[str]) -> None:
        rest = f"it may become {', '.join(allowed)}" if allowed else "that is its end"
        super().__init__(f"{what} is {state} and can't become {asked}; {rest}")
        self.what = what
        self.state = state
        self.asked = asked
        self.allowed = tuple(allowed)


class Denied(DuotoneError, PermissionError):
    """The policy of a session refuses an action; nothing was executed."""

    def __init__(self, action: str, participant: str, reason: str) -> None:
        super().__init__(f"{participant!r} may not do {action!r}: {reason}")
        self.action = action
        self.participant = participant


class ApprovalNeeded(DuotoneError, PermissionError):
    """The policy of a session asks a person before it allows an action; nothing was executed yet."""

    def __init__(self, action: str, participant: str, request: str) -> None:
        self.recipe = f"decide it with approve({request!r}) or reject({request!r})"
        super().__init__(f"{action!r} of {participant!r} waits for an approval; {self.recipe}")
        self.action = action
        self.participant = participant
        self.request = request


class OverLimit(DuotoneError, RuntimeError):
    """A limit that was accepted for a session or run has been reached."""

    def __init__(self, limit: str, allowed: object, what: str) -> None:
        super().__init__(f"{what} is refused: {limit} is limited to {allowed}")
        self.limit = limit
        self.allowed = allowed
