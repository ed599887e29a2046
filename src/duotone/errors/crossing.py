"""What can go wrong between the colors: errors of the contract library."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError, DuotoneWarning

__all__ = [
    "Abandoned",
    "AlreadyAwaited",
    "BadTimeout",
    "HomeClosed",
    "IsStream",
    "LoopHeld",
    "LoopHeldWarning",
    "MissingExtra",
    "NoRunningLoop",
    "NotCallable",
    "NotOwner",
    "PoolClosed",
    "PoolExhausted",
    "PortalClosed",
    "ScopeLeftElsewhere",
    "TimedOut",
    "UnfinishedWork",
    "WouldDeadlock",
    "WrongLoop",
    "WrongThread",
]


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


class UnfinishedWork(DuotoneWarning, RuntimeWarning):
    """Work was still running at the end of the interpreter and was cancelled or left behind."""
