"""The clock of the server, as a process knows it that can't ask before each event."""

from __future__ import annotations

import time
from typing import Final

__all__ = ["ServerClock"]

_LENIENT: Final = 1.0
"""By so much the clock may seem to be behind an event of another process: what we know of it is as old as a message."""


class ServerClock:
    """What time it is at the server: the last that it has said, and what has passed since.

    The clocks of workers may differ by any time; that of the server is the same for all of them.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def set(self, now: float) -> None:
        """Take in what the server has just said."""
        self._ahead = now - time.monotonic()

    def now(self, last: float) -> float:
        """Return the time for an event after one of the time `last`; earlier only if the clock was set back."""
        now = time.monotonic() + self._ahead
        return last if now < last < now + _LENIENT else now
