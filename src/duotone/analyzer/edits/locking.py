"""One writer at a time for a tree, and no Ctrl-C in the middle of what it writes."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import types
from collections.abc import Generator
from pathlib import Path

from duotone.errors import TreeBusy

__all__ = ["alone", "uninterrupted"]


@contextlib.contextmanager
def alone(place: Path, root: Path) -> Generator[None]:
    """Hold the lock of a shelf. Raises `TreeBusy`; the lock of a process that was killed is free again."""
    number = os.open(place / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(number)
        except OSError as error:
            raise TreeBusy(str(root)) from error
        yield
    finally:
        os.close(number)


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def uninterrupted() -> Generator[None]:
    """Keep Ctrl-C until the end, when it counts as if it had come then."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread alone
        return
    came: list[int] = []

    def keep(number: int, _frame: types.FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGINT, keep)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
