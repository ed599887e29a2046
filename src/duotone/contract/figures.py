"""Figures that can be read at any time: what runs, waits, was abandoned, came late or was suppressed."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, fields

__all__ = ["Figures", "count", "figures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """What duotone has in hand and has seen in this process.

    `running`, `queued` and `abandoned` are what is true now; the others only grow.
    """

    running: int = 0
    """Calls that a worker thread is running for somebody who waits."""
    queued: int = 0
    """Calls that wait for a worker thread."""
    abandoned: int = 0
    """Calls that go on although nobody waits for them any more."""
    late: int = 0
    """Abandoned calls that have ended since; what they returned was dropped."""
    held_loops: int = 0
    """Sync waits that held up an event loop on their own thread."""
    lost_coroutines: int = 0
    """Coroutines that were never awaited, seen while `watch_coroutines` was on."""
    blocked_loops: int = 0
    """Times that a watched loop was blocked for longer than its limit."""
    suppressed_errors: int = 0
    """Errors of handlers that were counted and not raised, as their policy asked."""


_lock = threading.RLock()  # a finalizer may count in the middle of a count
_counts: dict[str, int] = {field.name: 0 for field in fields(Figures)}


def count(name: str, change: int = 1) -> None:
    """Add to one figure; safe from any thread."""
    with _lock:
        _counts[name] += change


def figures() -> Figures:
    """Return all figures as they are at this moment."""
    with _lock:
        return Figures(**_counts)


def _forget() -> None:
    """Start again in a forked child, where no thread of the parent lives on."""
    global _lock  # noqa: PLW0603  # the parent may have held it at the moment of the fork
    _lock = threading.RLock()
    _counts.update(running=0, queued=0, abandoned=0)


if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=_forget)
