"""When to check: a moment after the last change, one check at a time, and always the newest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Schedule"]


class Schedule:
    """Calls `start` when something changed and nothing runs; whoever started says when it is `done`.

    All of it happens on the loop, so that nothing here needs a lock.
    """

    def __init__(self, start: Callable[[], None]) -> None:
        self._start = start
        self._timer: asyncio.TimerHandle | None = None
        self._is_running = False
        self._is_wanted = False

    def ask(self, delay: float) -> None:
        """Want a check in so many seconds, instead of any that is wanted already."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(delay, self._due)

    def done(self) -> None:
        """Note the end of a check, and begin the next if one became due in the meantime."""
        self._is_running = False
        if self._is_wanted:
            self._due()

    def _due(self) -> None:
        self._timer = None
        self._is_wanted = self._is_running
        if not self._is_running:
            self._is_running = True
            self._start()
