"""Hearing that the process is told to end, also where another server than ours heeds the signals."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Generator
from typing import Any, Final

__all__ = ["heard"]

_ENDING: Final = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def heard(end: Callable[[], object]) -> Generator[None]:
    """Call `end` on the running loop at a signal to end, and leave the rest to whoever heeds it.

    A server such as uvicorn waits for all connections before it says anything to its application, so one open stream
    would keep it for ever. Nothing is heard where nobody heeds the signal, and on other threads than the main one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _ENDING}
    heeded = {number: handler for number, handler in before.items() if _is_own(handler)}
    ours = {number: _also(asyncio.get_running_loop(), end, handler) for number, handler in heeded.items()}
    for number, handler in ours.items():
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, handler in ours.items():
            if signal.getsignal(number) is handler:  # else somebody has set another one since
                signal.signal(number, before[number])


def _is_own(handler: object) -> bool:
    """Tell whether a program has set this handler."""
    return callable(handler) and handler is not signal.default_int_handler


def _also(loop: asyncio.AbstractEventLoop, end: Callable[[], object], heed: Any) -> Callable[[int, Any], object]:
    def handle(number: int, frame: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed
            loop.call_soon_threadsafe(end)
        heed(number, frame)

    return handle
