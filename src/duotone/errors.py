"""Every public exception and warning of duotone: one class per state, each naming its remedy."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "Abandoned",
    "AlreadyAwaited",
    "BadBaseline",
    "BadMirror",
    "BadSettings",
    "BadTimeout",
    "Broken",
    "ChangedMeanwhile",
    "ChangedSince",
    "DirtyFile",
    "DuotoneError",
    "DuotoneWarning",
    "FormattingFailed",
    "HomeClosed",
    "IsStream",
    "LoopHeld",
    "LoopHeldWarning",
    "MisplacedEdit",
    "MissingExtra",
    "NoPython",
    "NoRunningLoop",
    "NoSuchFunction",
    "NoSuchMutation",
    "NoSuchPath",
    "NoSuchPython",
    "NotCallable",
    "NotEditable",
    "NotOwner",
    "NothingToUndo",
    "OutsideTree",
    "OverlappingEdits",
    "PoolClosed",
    "PoolExhausted",
    "PortalClosed",
    "RedCommand",
    "ScopeLeftElsewhere",
    "TimedOut",
    "TreeBusy",
    "UnfinishedWork",
    "Unplantable",
    "Unwritable",
    "WouldDeadlock",
    "WrongLoop",
    "WrongThread",
    "WrongUse",
]


class DuotoneError(Exception):
    """The root of every error that duotone raises; each can be sent to another process."""

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the message and the data, since the arguments of most were put into the message."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[DuotoneError], args: tuple[object, ...], data: dict[str, object]) -> DuotoneError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(data)
    return error


class DuotoneWarning(Warning):
    """The root of every warning that duotone issues."""


class NotCallable(DuotoneError, TypeError):
    """Something that is neither callable nor awaitable was given to be called."""

    def __init__(self, given: object, verb: str) -> None:
        super().__init__(
            f"{verb}() needs a callable or an awaitable, and got {given!r} "
            f"({type(given).__name__}); pass the function itself, not its result"
        )
        self.given = given


class AlreadyAwaited(DuotoneError, RuntimeError):
    """A coroutine object that has already been started was given to be run."""

    def __init__(self, name: str, state: str) -> None:
        super().__init__(
            f"the coroutine {name!r} is {state} and can't be run again; "
            f"pass the function and its arguments, so that each call makes a new coroutine"
        )
        self.name = name
        self.state = state


class IsStream(DuotoneError, TypeError):
    """A generator function was given where one result is expected."""

    def __init__(self, name: str, *, is_async: bool) -> None:
        kind, remedy = ("an async generator", "iterate") if is_async else ("a generator", "aiterate")
        super().__init__(
            f"{name!r} is {kind}, which gives many values and not one; "
            f"go over it with duotone.{remedy}(...), or in its own color"
        )
        self.name = name


class BadTimeout(DuotoneError, ValueError):
    """A timeout that is negative, not a number, or not a number of seconds at all."""

    def __init__(self, timeout: object) -> None:
        super().__init__(f"timeout={timeout!r} is not a number of seconds from 0 up; pass None for no limit")
        self.timeout = timeout


class TimedOut(DuotoneError, TimeoutError):
    """A call did not finish within its timeout, as its caller sees it.

    ``abandoned`` is true when the work could not be stopped and goes on unwatched; what it returns later is counted as
    late. ``is_late`` is true when it has ended, but too late, because it blocked the thread that would have stopped it.
    """

    def __init__(self, name: str, seconds: float, *, abandoned: bool = False, is_late: bool = False) -> None:
        tail = " and was cancelled"
        if abandoned:
            tail = "; it could not be stopped and was abandoned"
        elif is_late:
            tail = ": it blocked its event loop and ended late; move what blocks to a worker with duotone.offload(...)"
        super().__init__(f"{name!r} did not finish within {seconds:g} s{tail}")
        self.name = name
        self.seconds = seconds
        self.abandoned = abandoned
        self.is_late = is_late


class Abandoned(DuotoneError, RuntimeError):
    """Work whose caller has stopped waiting tried to cross to the other color."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"nobody waits for {name!r} any more (its caller timed out or was cancelled), so it may not "
            f"start new work; let this error end the function"
        )
        self.name = name


class WouldDeadlock(DuotoneError, RuntimeError):
    """A wait was asked for that can't ever end, because what is waited for waits for the asker.

    ``cycle`` holds the links of the circle, in order; the last one closes it.
    """

    def __init__(self, cycle: tuple[str, ...], remedy: str) -> None:
        super().__init__(f"this wait would never end: {' → '.join(cycle)}; {remedy}")
        self.cycle = cycle


class LoopHeld(DuotoneError, RuntimeError):
    """A sync wait inside a running event loop was refused by the ``raise`` policy."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} would hold up the event loop that is running on this thread; "
            f"use 'await duotone.call(...)' here, or move this sync code to a worker with duotone.offload(...)"
        )


class LoopHeldWarning(DuotoneWarning, RuntimeWarning):
    """A sync wait is holding up the event loop that runs on its thread."""


class WrongLoop(DuotoneError, RuntimeError):
    """Something that belongs to one event loop was used on another."""


class WrongThread(DuotoneError, RuntimeError):
    """Something that belongs to one thread was used on another."""


class NoRunningLoop(DuotoneError, RuntimeError):
    """An async face was used where no asyncio event loop is running."""

    def __init__(self, verb: str, running: str | None = None) -> None:
        where = f"under {running}" if running else "where no event loop is running"
        super().__init__(
            f"{verb}() was used {where}, and it needs a running asyncio loop; from sync code use duotone.run(...)"
        )
        self.running = running


class HomeClosed(DuotoneError, RuntimeError):
    """The loop that offloaded this work has closed, so the work has no home to go back to."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the event loop that offloaded {name!r} has closed; finish the work before its loop ends, "
            f"or start it from sync code so that it lives on duotone's own loop"
        )


class PortalClosed(DuotoneError, RuntimeError):
    """A closed portal was asked to run something."""

    def __init__(self) -> None:
        super().__init__("this portal is closed; make a new one with duotone.Portal() inside the running loop")


class PoolClosed(DuotoneError, RuntimeError):
    """A closed pool or worker was asked to run something."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is closed; make a new one, or use the default pool by leaving 'pool' out")


class PoolExhausted(DuotoneError, RuntimeError):
    """Every thread that a pool may have is lost to work that was abandoned."""

    def __init__(self, name: str, abandoned: int) -> None:
        super().__init__(
            f"{name} has no thread left: {abandoned} are held by work that was abandoned and never returned; "
            f"make that work end (see duotone.figures()), or give the pool a larger 'size'"
        )
        self.abandoned = abandoned


class NotOwner(DuotoneError, RuntimeError):
    """A lock was released by a thread or task that doesn't hold it."""

    def __init__(self, who: str, holder: str) -> None:
        super().__init__(f"{who} can't release this lock: it is held by {holder}; release it where it was taken")


class ScopeLeftElsewhere(DuotoneError, RuntimeError):
    """A scope was left in another context than the one in which it was entered."""


class MissingExtra(DuotoneError, ImportError):
    """A feature needs an optional dependency that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs the {extra!r} extra: pip install 'duotone[{extra}]'")
        self.extra = extra


class BadMirror(DuotoneError, ValueError):
    """A mirror names a source that isn't there, or a target that it can't have."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"mirror of {source!r}: {reason}")
        self.source = source


class FormattingFailed(DuotoneError, RuntimeError):
    """The formatter that a project has set can't be run, or refuses what it is given."""

    def __init__(self, formatter: str, reason: str) -> None:
        super().__init__(
            f"the copies can't be formatted with {formatter}: {reason}; install it, name another with `format`, "
            'or leave them as they are with format = "none"'
        )
        self.formatter = formatter


class NoSuchFunction(DuotoneError, LookupError):
    """A function was named that isn't in the project."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name!r}: {reason}")
        self.name = name


class UnfinishedWork(DuotoneWarning, RuntimeWarning):
    """Work was still running at the end of the interpreter and was cancelled or left behind."""


class WrongUse(DuotoneError, ValueError):
    """Options of the command that don't go together, or that name something that isn't there."""


class BadSettings(DuotoneError, ValueError):
    """A setting that doesn't exist, has the wrong type, or names something that isn't there."""


class BadBaseline(DuotoneError, ValueError):
    """A baseline that isn't there, or that no version of ours has written."""


class NoSuchPath(DuotoneError, OSError):
    """A path was given that can't be read as Python code."""


class NoSuchPython(DuotoneError, ValueError):
    """The interpreter or environment that was named does not exist, or has no place for packages."""

    def __init__(self, given: object, reason: str) -> None:
        super().__init__(
            f"python = {str(given)!r} {reason}; name an interpreter or the directory of a virtual environment"
        )
        self.given = given


class OverlappingEdits(DuotoneError, ValueError):
    """Two edits want to change the same text; their places are a line and a column each."""

    def __init__(self, path: str, first: tuple[int, int], second: tuple[int, int]) -> None:
        one, other = ("{}:{}".format(*place) for place in (first, second))
        super().__init__(
            f"two edits of {path} change the same text, at {one} and {other}; "
            f"apply one, check again, and apply the other"
        )
        self.path = path
        self.first = first
        self.second = second


class MisplacedEdit(DuotoneError, ValueError):
    """An edit lies outside the text that it is for; its start and its end are a line and a column each."""

    def __init__(self, path: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        span = "{}:{} to {}:{}".format(*start, *end)
        super().__init__(f"{path} has no text at {span}; it was changed since it was checked, so check it again")
        self.path = path
        self.start = start
        self.end = end


class NotEditable(DuotoneError, ValueError):
    """A file whose text can't be turned back into its own bytes."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} can't be edited without changing other bytes of it; save it in the encoding that it declares"
        )
        self.path = path


class Broken(DuotoneError, ValueError):
    """Edits would turn Python into something that is none."""

    def __init__(self, path: str) -> None:
        super().__init__(f"the edits of {path} would break its syntax, so they were not made; please report it")
        self.path = path


class Unwritable(DuotoneError, OSError):
    """A file, or the record of a change, can't be written."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path!r} can't be written ({reason}), so nothing was changed; mend that and try again")
        self.path = path


class ChangedMeanwhile(DuotoneError, RuntimeError):
    """Files are not as they were when their change was planned."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        names = ", ".join(self.paths[:5]) + (", …" if self.paths[5:] else "")
        super().__init__(f"changed since it was read, so nothing was written: {names}; run the command again")


class ChangedSince(DuotoneError, RuntimeError):
    """Files were changed after the change that is to be undone."""

    def __init__(self, title: str, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        names = ", ".join(self.paths)
        super().__init__(
            f"{title!r} can't be undone, since these files were changed after it: {names}; undo that first"
        )


class NothingToUndo(DuotoneError, LookupError):
    """No change of a tree is on record."""

    def __init__(self, root: str) -> None:
        super().__init__(f"no change of {root!r} is on record; run --undo where the change was made")
        self.root = root


class TreeBusy(DuotoneError, RuntimeError):
    """Another duotone writes to the same tree."""

    def __init__(self, root: str) -> None:
        super().__init__(f"another duotone is writing to {root!r}; wait for its end and try again")
        self.root = root


class Unplantable(DuotoneError):
    """A mutation was applied to a text that it was not made from."""

    def __init__(self, mutation: str, path: str) -> None:
        super().__init__(f"{mutation} doesn't fit {path}: the file has changed; list the mutations again")
        self.mutation = mutation
        self.path = path


class NoSuchMutation(DuotoneError):
    """There is no mutation of that id in the given paths."""


class NoPython(DuotoneError):
    """The given paths hold no Python file that can be read."""


class OutsideTree(DuotoneError):
    """A path lies outside of the directory that the mutations are relative to."""


class DirtyFile(DuotoneError):
    """A file can't be mutated in place, since the change could not be told from the user's own."""


class RedCommand(DuotoneError):
    """The command fails without a fault, so it can't tell one."""
