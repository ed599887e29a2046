"""The one thread that looks at everything that is watched; it exists while there is something to look at."""

from __future__ import annotations

import os
import threading
from time import monotonic
from typing import Protocol

__all__ = ["Monitor", "Watched", "monitor"]

_LINGER = 1.0
"""Seconds for which the thread stays when nothing is watched, since loops often come and go."""


class Watched(Protocol):
    """Something to look at."""

    period: float
    """The longest time, in seconds, that may pass between two looks."""

    def look(self) -> float:
        """Look once, and return when the next look is due, on the monotonic clock."""
        ...


class Monitor:
    """A thread that looks at each watched thing when its next look is due, and sleeps in between."""

    def __init__(self) -> None:
        """Watch nothing, without a thread."""
        self.forget()

    def forget(self) -> None:
        """Have nothing to look at, as at the start and in a forked child."""
        self._lock = threading.Lock()
        self._bell = threading.Event()
        self._watched: tuple[Watched, ...] = ()
        self._thread: threading.Thread | None = None
        self._period = _LINGER
        self._wakes_at = 0.0

    def add(self, watched: Watched) -> None:
        """Look at `watched` from now on."""
        with self._lock:
            self._watched = (*self._watched, watched)
            self._period = min(one.period for one in self._watched)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="duotone-monitor", daemon=True)
                self._thread.start()
            elif self._wakes_at > monotonic() + self._period:
                self._bell.set()

    def remove(self, watched: Watched) -> None:
        """Don't look at `watched` any more; a look that has begun may still end."""
        with self._lock:
            self._watched = tuple(one for one in self._watched if one is not watched)

    def _serve(self) -> None:
        used_at = monotonic()
        while True:
            due = min([watched.look() for watched in self._watched], default=float("inf"))
            with self._lock:
                now = monotonic()
                if self._watched:
                    used_at = now
                elif now - used_at >= _LINGER:
                    self._thread = None
                    return
                # What was added meanwhile has not been looked at, but nobody's period is shorter than this one.
                self._wakes_at = min(due, now + self._period)
            if self._bell.wait(max(0.0, self._wakes_at - now)):
                self._bell.clear()


monitor = Monitor()

if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=monitor.forget)
