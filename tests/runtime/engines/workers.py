"""Processes that work for an engine, and waiting for what they do."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Worker", "wait_until", "workers"]

Worker = Callable[..., "subprocess.Popen[str]"]


@contextmanager
def workers(program: str, place: str, engine: str) -> Iterator[Worker]:
    """Start processes of a program of this folder that work on a log, and kill them at the end."""
    begun: list[subprocess.Popen[str]] = []

    def work(*begin: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"tests.runtime.engines.{program}", place, engine, *begin]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    try:
        yield work
    finally:
        for process in begun:
            process.kill()
            process.communicate()


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that another process does."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it has not come to pass"
        time.sleep(0.05)
