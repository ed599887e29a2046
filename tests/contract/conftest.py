"""What the tests of the contract library share: scripts in interpreters of their own, and threads that are joined."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


@pytest.fixture
def script() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a piece of code in a new interpreter, with warnings as errors, and return what it printed."""

    def run_script(code: str, *options: str, timeout: float = 30) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", *options, "-c", textwrap.dedent(code)]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)

    return run_script


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


@pytest.fixture
def background() -> Iterator[Background]:
    """Start functions on threads of their own; all are joined at the end of the test."""
    threads = Background()
    yield threads
    threads.join()
