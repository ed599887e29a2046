"""Ctrl-C in the moment before a line is read: it is sent once more, since readline would sleep through it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
from typing import Self

__all__ = ["Rouser"]

_PATIENCE = 0.05
"""How long the handler has to `take` it, in seconds."""


class Rouser:
    """Sends Ctrl-C to this thread once more, if it has come in the block and its handler has not run.

    The interpreter notes a signal when it comes, and runs the handler between two of its own instructions. Readline
    waits in the middle of one, and leaves it only for a signal that comes while it waits.
    """

    def __init__(self) -> None:
        self._is_watching = False

    def __enter__(self) -> Self:
        """Watch for signals."""
        self._come, self._noted = os.pipe()
        self._end, self._ended = os.pipe()
        for descriptor in (self._come, self._noted):
            os.set_blocking(descriptor, False)
        self._before = signal.set_wakeup_fd(self._noted, warn_on_full_buffer=False)
        self._watcher = threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True)
        self._watcher.start()
        self._is_watching = True
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Watch no more."""
        self._is_watching = False
        signal.set_wakeup_fd(self._before)
        os.write(self._ended, b".")
        self._watcher.join()
        for descriptor in (self._come, self._noted, self._end, self._ended):
            os.close(descriptor)

    def take(self) -> None:
        """Say that the handler runs."""
        if self._is_watching:
            self._read()

    def _watch(self, thread: int) -> None:
        while self._end not in select.select([self._end, self._come], [], [])[0]:
            if select.select([self._end], [], [], _PATIENCE)[0]:
                return
            if signal.SIGINT in self._read():
                signal.pthread_kill(thread, signal.SIGINT)

    def _read(self) -> bytes:
        """Return the numbers of the signals that have come and were not taken."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._come, 1 << 16)
        return b""
