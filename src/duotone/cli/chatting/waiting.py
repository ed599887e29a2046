"""Waiting for what a conversation has left in the background."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["wait_until"]


def wait_until(holds: Callable[[], bool], seconds: float, *, every: float) -> bool:
    """Wait until something holds, with a look `every` so many seconds; False if that took longer."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() >= until:
            return False
        time.sleep(every)
    return True
