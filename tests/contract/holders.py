"""Those who take a lock, keep it, and wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from duotone import DualLock
from duotone.contract.waits import current_owner
from tests.contract.threads import Background, wait_until


class Holder:
    """A thread that takes a lock, and keeps it until it is told to let go."""

    def __init__(self, background: Background, lock: DualLock) -> None:
        self._background = background
        self._taken, self._leave = threading.Event(), threading.Event()
        self._result = background.start(self._hold, lock)
        assert self._taken.wait(10)

    def _hold(self, lock: DualLock) -> None:
        with lock:
            self._taken.set()
            self._leave.wait(20)

    def let_go(self) -> None:
        self._leave.set()
        self._result()

    def let_go_when(self, condition: Callable[[], object]) -> None:
        """Let go as soon as something has come about, while the test itself waits for the lock."""
        self._background.start(self._let_go_when, condition)

    def _let_go_when(self, condition: Callable[[], object]) -> None:
        wait_until(condition)
        self._leave.set()


def enter(lock: DualLock) -> bool:
    """Take the lock and release it; tell whether it belonged to the current task or thread meanwhile."""
    with lock:
        return lock.owner == current_owner()


def wait_for_queue(lock: DualLock, length: int) -> None:
    wait_until(lambda: len(lock._queue) == length)
