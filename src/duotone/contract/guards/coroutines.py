"""Coroutines that are lost: destroyed without ever having been awaited, reported with the place where they were made.

1. Python calls one function for each lost coroutine, on whichever thread destroys it, possibly in the middle of a
   garbage collection. Ours stands in its place and passes on to it, so nothing here may wait for a lock.
2. Where a coroutine was made is noted by the thread that makes it, if that thread has been told to. Every thread is
   told that opens a watch or starts while one is open; others are told with `watch_thread`.
"""

from __future__ import annotations

import sys
import threading
import traceback
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

from duotone.contract.figures import count
from duotone.contract.guards.splice import Splice
from duotone.contract.guards.starts import see_starts, unsee_starts

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CoroutineType

__all__ = ["CoroutineWatch", "Lost", "OnCoroutine", "OnLost", "Place", "watch_coroutines", "watch_thread"]

OnLost: TypeAlias = "Callable[[Lost], object]"
OnCoroutine: TypeAlias = "Callable[[CoroutineType[Any, Any, Any]], object]"

_HOOK = "_warn_unawaited_coroutine"
_STOCK = getattr(warnings, _HOOK)


class Place(NamedTuple):
    """A line of code."""

    file: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A coroutine that was never awaited.

    `file`, `line` and `function` say where it was made. `origin` has that place and those that called it, as many as
    the watch is deep. It is empty if the thread was not told to note it; then the place is that of the definition.
    `identity` is what `id` gave for the coroutine while it lived.
    """

    name: str
    file: str
    line: int
    function: str
    origin: tuple[Place, ...]
    identity: int = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Say what was lost, and where it comes from."""
        if not self.origin:
            return f"{self.name!r}, defined at {self.file}:{self.line}, was never awaited"
        return f"{self.name!r}, made at {self.file}:{self.line} in {self.function}, was never awaited"


class CoroutineWatch:
    """A watch that is open until it is closed, or until the end of its block."""

    def __init__(self, on_lost: OnLost | None, depth: int) -> None:
        """Describe the watch; `watch_coroutines` opens it."""
        self.on_lost = on_lost
        self.depth = depth

    def close(self) -> None:
        """Hear no more, and put back what was there; call it on the thread that opened the watch."""
        _set_watches(lambda watches: [watch for watch in watches if watch is not self])

    def __enter__(self) -> Self:
        """Return the watch itself, which is closed at the end of the block."""
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the watch."""
        self.close()


def watch_coroutines(on_lost: OnLost | None = None, depth: int = 1) -> CoroutineWatch:
    """Report every coroutine that is destroyed without having been awaited, until the watch is closed.

    Each is counted in `figures` and given to `on_lost`, by the newest watch first; then Python's own warning goes on as
    usual. An `on_lost` that returns True has dealt with it, and nobody else hears of it. It is called where the
    coroutine is destroyed, on any thread and possibly during a garbage collection, so it should note what it is given
    and return. What it raises goes to `sys.unraisablehook`.

    `depth` is how many places are noted for each coroutine: where it was made, who called that, and so on. One place
    costs 0.1 to 0.2 µs for each coroutine that is made, five about 1 µs.

    Raises `ValueError` if `depth` is below 1.
    """
    if depth < 1:
        message = f"depth={depth!r} would note no place at all; pass a number from 1 up"
        raise ValueError(message)
    watch = CoroutineWatch(on_lost, depth)
    _set_watches(lambda watches: [*watches, watch])
    return watch


class _Thread(threading.local):
    own: int = 0
    """The depth that this thread would have without us."""
    given: int = -1
    """The depth that we have set."""


_thread = _Thread()
_lock = threading.Lock()
_watches: list[CoroutineWatch] = []  # replaced and never changed, so that reading it needs no lock
_splice: Splice | None = None


def watch_thread() -> None:
    """Note from now on where the current thread makes its coroutines, as deep as the open watches ask for.

    Only a thread that was running before the first watch was opened needs this; without it, its lost coroutines are
    reported with the place of their definition.
    """
    current = sys.get_coroutine_origin_tracking_depth()
    if current != _thread.given:  # set by somebody else, such as a loop in debug mode, whose wish comes first
        _thread.own = current
    _thread.given = max([_thread.own, *(watch.depth for watch in _watches)])
    sys.set_coroutine_origin_tracking_depth(_thread.given)


def _set_watches(change: Callable[[list[CoroutineWatch]], list[CoroutineWatch]]) -> None:
    """Open or close a watch; our hooks are in place while any is open."""
    global _watches, _splice  # noqa: PLW0603  # Python has one hook for the whole process
    with _lock:
        had_any, _watches = bool(_watches), change(_watches)
        if _watches and not had_any:
            see_starts(_follow)
            _splice = _splice or Splice(warnings, _HOOK, _reporting)
        if had_any and not _watches:
            unsee_starts(_follow)
            if _splice is not None and _splice.undo():
                _splice = None
    watch_thread()


def _follow(thread: threading.Thread) -> None:
    """Let a thread that is about to start note where it makes its coroutines."""
    run = thread.run

    def run_watched() -> None:
        del vars(thread)["run"]
        watch_thread()
        run()

    vars(thread)["run"] = run_watched


def _reporting(original: OnCoroutine) -> OnCoroutine:
    """Make the function that stands in the place of `original`, which Python calls for each lost coroutine."""
    pass_on = _warn if original is _STOCK else original

    def report(coroutine: CoroutineType[Any, Any, Any]) -> None:
        errors: list[BaseException] = []
        try:
            if not _is_dealt_with(coroutine, errors):
                pass_on(coroutine)
        finally:  # Python gives to its hook what leaves this function
            if errors:
                raise errors[0] if len(errors) == 1 else BaseExceptionGroup("watches failed", errors)

    return report


def _is_dealt_with(coroutine: CoroutineType[Any, Any, Any], errors: list[BaseException]) -> bool:
    """Tell the watches, newest first, until one says that it has dealt with the loss."""
    watches = _watches
    if watches:
        count("lost_coroutines")
    for watch in reversed(watches):
        try:
            if watch.on_lost is not None and watch.on_lost(_describe(coroutine)) is True:
                return True
        except BaseException as error:  # noqa: BLE001  # the other watches and Python must hear of it all the same
            errors.append(error)
    return False


def _describe(coroutine: CoroutineType[Any, Any, Any]) -> Lost:
    origin = tuple(Place(*place) for place in coroutine.cr_origin or ())
    code = coroutine.cr_code
    place = origin[0] if origin else Place(code.co_filename, code.co_firstlineno, code.co_name)
    return Lost(coroutine.__qualname__, *place, origin, id(coroutine))


def _warn(coroutine: CoroutineType[Any, Any, Any]) -> None:
    """Warn as Python does, in the name of the code that lost the coroutine: Python's own function would name us."""
    message = f"coroutine {coroutine.__qualname__!r} was never awaited"
    if origin := coroutine.cr_origin:
        places = traceback.format_list([traceback.FrameSummary(*place) for place in reversed(origin)])
        message += f"\nCoroutine created at (most recent call last)\n{''.join(places).rstrip()}"
    warnings.warn(message, RuntimeWarning, stacklevel=3, source=coroutine)
