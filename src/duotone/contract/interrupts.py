"""Ctrl-C while the main thread waits: the work is cancelled, cleans up, and then the wait raises."""

from __future__ import annotations

import asyncio
import importlib
import signal
import threading
from collections.abc import Callable
from threading import get_ident
from types import FrameType
from typing import Any

__all__ = ["Interrupts"]

# The functions of `signal` turn every handler into an enum and back, which costs more than a whole crossing; these, of
# which they are wrappers, don't.
_signal: Any = importlib.import_module("_signal")


class Interrupts:
    """A block in which the first Ctrl-C calls `cancel` and the second one raises at once.

    Leaving the block raises `KeyboardInterrupt` if there was one. `wakes` is a descriptor to which a byte is written
    for each signal, so that a loop which is about to wait for I/O doesn't miss it. Off the main thread, and where the
    program has a handler of its own, nothing is changed.
    """

    __slots__ = ("_cancel", "_count", "_handler", "_wakes", "_woken")

    def __init__(self, cancel: Callable[[], object], wakes: int = -1) -> None:
        """Prepare to call `cancel`, which must work in a signal handler."""
        self._cancel = cancel
        self._wakes = wakes
        self._handler: Any = None
        self._count = 0

    def __enter__(self) -> None:
        """Take over Ctrl-C from Python's own handler or from asyncio's runner."""
        if get_ident() == threading.main_thread().ident and _is_stock(handler := _signal.getsignal(signal.SIGINT)):
            self._handler = handler
            _signal.signal(signal.SIGINT, self.interrupt)
            if self._wakes >= 0:
                self._woken = _signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """Give Ctrl-C back."""
        if self._handler is None:
            return
        if self._wakes >= 0:
            _signal.set_wakeup_fd(self._woken)
        _signal.signal(signal.SIGINT, self._handler)
        if self._count and error is None:
            raise KeyboardInterrupt

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Handle the signal."""
        self._count += 1
        if self._count > 1:
            raise KeyboardInterrupt
        self._cancel()


def _is_stock(handler: object) -> bool:
    """Tell whether a handler is Python's own, asyncio's, or ours; whoever waits innermost is interrupted first."""
    if handler is signal.default_int_handler or getattr(handler, "__func__", None) is Interrupts.interrupt:
        return True
    method = getattr(getattr(handler, "func", None), "__func__", None)
    return method is not None and method is getattr(asyncio.Runner, "_on_sigint", None)
