"""Several worker processes of one row, which do a round together and are timed from outside."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.measure import MARK, ROOT
from benchmarks.scaling.work import STEPS

__all__ = ["Crowd", "Row", "crowd"]


@dataclass(frozen=True)
class Row:
    """What is measured: its title, what a worker of it is begun with, and the row that it is compared with."""

    title: str
    kind: str
    place: str
    engine: str
    against: str | None = None


@dataclass
class Crowd:
    """The processes of one row, and what their rounds came to."""

    row: Row
    workers: list[subprocess.Popen[str]]
    rates: list[float] = field(default_factory=list[float])
    """Steps per second."""
    costs: list[float] = field(default_factory=list[float])
    """Milliseconds of processor time of the workers for a step."""

    def round(self, runs: int, callers: int) -> tuple[float, float]:
        """Let all of them work at once, with as many callers altogether as alone; returns rate and cost."""
        count = len(self.workers)
        begun = time.perf_counter()
        for worker in self.workers:
            assert worker.stdin is not None
            worker.stdin.write(f"{runs // count} {callers // count}\n")
            worker.stdin.flush()
        spent = sum(float(_answer(worker)["seconds"]) for worker in self.workers)
        steps = runs // count * count * STEPS
        return steps / (time.perf_counter() - begun), spent / steps * 1e3


@contextmanager
def crowd(row: Row, count: int) -> Iterator[Crowd]:
    """Begin so many workers of a row, and end them."""
    command = [sys.executable, "-m", "benchmarks.scaling.worker", row.kind, row.place, row.engine]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    workers = [subprocess.Popen(command, **pipes) for _ in range(count)]
    try:
        for worker in workers:
            _answer(worker)
        yield Crowd(row, workers)
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def _answer(worker: subprocess.Popen[str]) -> dict[str, Any]:
    assert worker.stdout is not None
    for line in worker.stdout:
        if line.startswith(MARK):
            return dict(json.loads(line.removeprefix(MARK)))
    message = f"a worker has ended with code {worker.wait()}"
    raise RuntimeError(message)
