"""Threads beside the test: started and joined, waited for, or stuck until they are told to go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
    """Threads that run functions beside the test; `result` joins one and returns or raises what its function did."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def start(self, function: Callable[..., T], *args: Any) -> Callable[[], T]:
        outcome: list[Any] = []

        def body() -> None:
            try:
                outcome.append((function(*args), None))
            except BaseException as error:  # noqa: BLE001  # raised by whoever asks for the result
                outcome.append((None, error))

        thread = threading.Thread(target=body, daemon=True)
        self._threads.append(thread)
        thread.start()

        def result() -> T:
            thread.join(20)
            assert not thread.is_alive(), "the thread hangs"
            value, error = outcome[0]
            if error is not None:
                raise error
            return value  # type: ignore[no-any-return]

        return result

    def join(self) -> None:
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive(), "a thread was left running"


class Stuck:
    """Work that doesn't end before it is told to."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.leave = threading.Event()

    def __call__(self) -> str:
        self.entered.release()
        self.leave.wait(20)
        return "late"


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something that another thread brings about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.001)
