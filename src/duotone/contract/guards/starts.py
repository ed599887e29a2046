"""Every thread that is about to start, shown to whoever asked, on the thread that starts it."""

from __future__ import annotations

import threading
from functools import wraps
from typing import TYPE_CHECKING, TypeAlias

from duotone.contract.guards.splice import Splice

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OnStart", "see_starts", "unsee_starts"]

OnStart: TypeAlias = "Callable[[threading.Thread], object]"

_lock = threading.Lock()
_listeners: tuple[OnStart, ...] = ()
_splice: Splice | None = None


def see_starts(listener: OnStart) -> None:
    """Call `listener` with every thread before it starts."""
    global _listeners, _splice  # noqa: PLW0603  # there is one Thread class, and so one list of those who look at it
    with _lock:
        _listeners = (*_listeners, listener)
        _splice = _splice or Splice(threading.Thread, "start", _showing)


def unsee_starts(listener: OnStart) -> None:
    """Don't call `listener` any more."""
    global _listeners, _splice  # noqa: PLW0603  # as above
    with _lock:
        _listeners = tuple(known for known in _listeners if known != listener)
        if not _listeners and _splice is not None and _splice.undo():
            _splice = None


def _showing(original: Callable[[threading.Thread], None]) -> Callable[[threading.Thread], None]:
    @wraps(original)
    def start(self: threading.Thread) -> None:
        for listener in _listeners:
            listener(self)
        original(self)

    return start
