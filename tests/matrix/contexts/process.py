"""A Python process that is spoken to line by line, and that gets its Ctrl-C from outside, as from a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[3]


def environment() -> dict[str, str]:
    """Return the environment of a process that can import these tests."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def wait_until_at_rest(pid: int) -> None:
    """Wait until the main thread of a process sleeps in the kernel, for a second at most.

    Python can't see a signal that comes when a thread has decided to wait and does not do so yet: its C handler only
    sets a flag, and the wait goes on. duotone's own waits have no such gap, but those of asyncio and of locks do. A
    person at a keyboard is never that quick; a test is.
    """
    process = psutil.Process(pid)
    for _ in range(1_000):
        if process.status() != psutil.STATUS_RUNNING:
            return
        time.sleep(0.001)


class Process:
    """A module that runs as a program, with its standard input and output."""

    def __init__(self, module: str) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def write(self, message: Any) -> None:
        assert self._popen.stdin is not None
        self._popen.stdin.write(json.dumps(message) + "\n")
        self._popen.stdin.flush()

    def read(self) -> Any:
        """Return the next message; fails if the process has ended instead."""
        assert self._popen.stdout is not None
        line = self._popen.stdout.readline()
        assert line, f"the process ended with {self._popen.wait()} and without an answer"
        return json.loads(line)

    def press_ctrl_c(self) -> None:
        wait_until_at_rest(self._popen.pid)
        self._popen.send_signal(signal.SIGINT)

    def wait(self, timeout: float) -> int:
        """Wait for the end of the process, and return its exit code."""
        return self._popen.wait(timeout)

    def kill(self) -> None:
        """End the process if it has not ended by itself, and let go of its pipes."""
        with self._popen:
            self._popen.kill()


def say(message: Any) -> None:
    """Write a message to whoever started this process."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
