"""Timing in rounds that take turns, each cell in a process of its own, and tables of what came out."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import select
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
# The first characters of a line that a cell means for its parent, apart from whatever a library prints.
MARK = "@cell "


@dataclass
class Reading:
    """What one cell came to: seconds per call in each round, or the reason why there is no figure."""

    rounds: list[float] = field(default_factory=list)
    note: str = ""
    extra: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> float | None:
        """The fastest round, which noise from outside has touched least."""
        return min(self.rounds) if self.rounds else None

    def as_json(self) -> dict[str, Any]:
        """Return the figures in microseconds."""
        if not self.rounds:
            return {"note": self.note} | self.extra
        return {
            "best_us": round(min(self.rounds) * 1e6, 4),
            "median_us": round(statistics.median(self.rounds) * 1e6, 4),
            "rounds": len(self.rounds),
        } | self.extra


class Silent(Exception):
    """A cell gave no answer in time."""


class Cell:
    """A process that measures one thing for one library whenever it is told to."""

    def __init__(
        self,
        name: str,
        library: str,
        limit: float = 20.0,
        command: Sequence[str] | None = None,
        variables: dict[str, str] | None = None,
    ) -> None:
        self.name, self.library, self.limit = name, library, limit
        self.reading = Reading()
        self._buffer = b""
        self._process = subprocess.Popen(
            command or [sys.executable, "-m", "benchmarks.cells", name, library],
            cwd=ROOT,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )

    def ask(self, calls: int) -> dict[str, Any]:
        """Have one round of ``calls`` measured and return the cell's answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{calls}\n".encode())
        return dict(json.loads(self._line()))

    def _line(self) -> str:
        assert self._process.stdout is not None
        deadline = time.monotonic() + self.limit
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                text = line.decode(errors="replace")
                if text.startswith(MARK):
                    return text.removeprefix(MARK)
                continue
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                msg = f"hangs (given up after {self.limit:g} s)"
                raise Silent(msg)
            chunk = os.read(self._process.stdout.fileno(), 65536)
            if not chunk:
                msg = f"ended with code {self._process.wait()}"
                raise Silent(msg)
            self._buffer += chunk

    def round(self, calls: int) -> float | None:
        """Measure one round, in seconds per call; after a failure the cell stays silent and says why in its reading."""
        if self.reading.note:
            return None
        try:
            answer = self.ask(calls)
        except (Silent, BrokenPipeError) as error:
            self.reading.note = str(error) or "ended early"
            return None
        if "note" in answer:
            self.reading.note = str(answer["note"])
            return None
        self.reading.extra.update(answer.get("extra", {}))
        return float(answer["each"])

    def close(self) -> None:
        """End the process and whatever it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()


def interleave(cells: Sequence[Cell], rounds: int, target: float, progress: Progress) -> None:
    """Let all cells take turns, so that noise from outside hits every one alike.

    ``target`` is how many seconds a round of a cell should take; each cell makes as many calls as fit.
    """
    calls: dict[Cell, int] = {}
    for cell in cells:
        first = cell.round(1)
        again = cell.round(3) if first is not None else None
        if again is not None:
            calls[cell] = max(1, int(target / max(again, 1e-8)))
    for number in range(rounds):
        for cell in cells:
            progress.say(f"{cell.name} · {cell.library} · round {number + 1} of {rounds}")
            if cell in calls and (seconds := cell.round(calls[cell])) is not None:
                cell.reading.rounds.append(seconds)


class Progress:
    """One changing line on a terminal, nothing in a pipe."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def say(self, text: str) -> None:
        """Show what is being done."""
        if self._shown:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave the line empty."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def versions(packages: Iterable[str | None]) -> dict[str, str]:
    """Return the installed version of each package that is installed."""
    found: dict[str, str] = {}
    for package in packages:
        if package is None:
            continue
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, Any]:
    """Return what a reader needs to know of the machine, and nothing that names it."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d"),
    }


def described(facts: dict[str, Any], packages: dict[str, str]) -> str:
    """Say the machine's facts in two lines."""
    line = f"{facts['python']}, {facts['system']}, {facts['cores']} cores, {facts['date']}."
    named = ", ".join(f"{name} {version}" for name, version in packages.items())
    return f"{line}\n{named}." if named else line


def table(header: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a Markdown table whose first ``left`` columns are text and whose others are figures."""
    rule = ["---" if column < left else "---:" for column in range(len(header))]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, rule, *rows])
