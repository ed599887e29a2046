"""What long sessions and many sessions cost: `python -m benchmarks.durable.sitting FOLDER` measures one round of it."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.cells.serving import answer
from benchmarks.durable import place
from benchmarks.measure import MARK, ROOT

EVENTS = 100_000
BATCH = 1_000


def measure(rounds: int) -> dict[str, float | str]:
    """Return the medians over several processes, each with a log of its own."""
    said = [one for one in (_measured() for _ in range(rounds)) if one]
    if not said:
        return {"note": "ended without an answer"}
    return {key: f"{statistics.median(one[key] for one in said):,.1f}" for key in said[0]}


def _measured() -> dict[str, float]:
    folder = tempfile.mkdtemp(prefix="sitting-", dir=place.work())
    command = [str(place.python()), "-m", "benchmarks.durable.sitting", folder]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=place.variables(), capture_output=True, text=True, timeout=300, check=False
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    marked = [line.removeprefix(MARK) for line in done.stdout.splitlines() if line.startswith(MARK)]
    return dict(json.loads(marked[-1])) if marked else {}


def clocked(work: Callable[[], object]) -> float:
    """Return how many milliseconds something takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


def long_session(path: Path) -> dict[str, float]:
    """Open a session of 100,000 events, whole and from its snapshot, each time with a log that was just opened."""
    from duotone.runtime.events import Append, Draft
    from duotone.runtime.log import Log

    drafts = [Draft("note.added", {"text": f"line {number}"}) for number in range(BATCH)]
    with Log(path) as log:
        for _ in range(EVENTS // BATCH):
            log.append(Append("long", drafts))
        log.keep_snapshot("long", EVENTS - 10, {"lines": EVENTS - 10})

    def whole() -> None:
        with Log(path) as log:
            assert len(log.read("long")) == EVENTS

    def from_snapshot() -> None:
        with Log(path) as log:
            kept = log.snapshot("long")
            assert kept is not None
            assert len(log.read("long", after=kept.seq)) == 10

    return {
        f"open a session of {EVENTS:,} events from its snapshot, ms": clocked(from_snapshot),
        f"read all {EVENTS:,} events, ms": clocked(whole),
    }


def main() -> None:
    """Measure everything once."""
    folder = Path(sys.argv[1])
    answer(**long_session(folder / "long.db"))


if __name__ == "__main__":
    main()
