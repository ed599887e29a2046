"""Dies in the middle of a run, or goes on with it: `resuming ENGINE begin|resume FOLDER`."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.cells.serving import answer
from benchmarks.durable import place
from benchmarks.durable.engines import ROWS, STEPS
from benchmarks.durable.stamps import count
from benchmarks.measure import MARK, ROOT

RESUMABLE = ("duotone-full", "next-full", "workflow-full", "dbos", "langgraph", "restate", "temporal")
NAME = "interrupted"
FATAL_STEP = 6
LIMIT = 90.0


def measure(row: str, rounds: int) -> dict[str, float | str]:
    """Return the median of how long resuming takes, and the most finished steps that ran again."""
    said = [_measured(row) for _ in range(rounds)]
    notes = [one for one in said if "note" in one]
    if notes:
        return notes[0]
    seconds = statistics.median(float(one["seconds"]) for one in said)
    return {"seconds": seconds, "again": max(float(one["again"]) for one in said)}


def _measured(row: str) -> dict[str, float | str]:
    """Kill a process in its sixth step and return how long another needs from its imports to the end of the run."""
    folder = Path(tempfile.mkdtemp(prefix="resume-", dir=place.work()))
    began = _start(row, "begin", folder)
    try:
        began.wait(LIMIT)
        if began.returncode != -signal.SIGKILL:
            return {"note": f"ended with {began.returncode} before it was killed"}
        resumed = _start(row, "resume", folder)
        return _answer(resumed)
    finally:
        # A server outlives the worker that has started it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(began.pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


def _start(row: str, what: str, folder: Path) -> subprocess.Popen[str]:
    fatal = str(FATAL_STEP if what == "begin" else 0)
    return subprocess.Popen(
        [str(place.python()), "-m", "benchmarks.durable.resuming", row, what, str(folder)],
        cwd=ROOT,
        env=place.variables() | {"DURABLE_FATAL_STEP": fatal},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


def _answer(resumed: subprocess.Popen[str]) -> dict[str, float | str]:
    try:
        said, _ = resumed.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        resumed.kill()
        resumed.communicate()
        return {"note": f"not resumed within {LIMIT:g} s"}
    for line in said.splitlines():
        if line.startswith(MARK):
            return dict(json.loads(line.removeprefix(MARK)))
    return {"note": "ended without an answer"}


def main() -> None:
    """Begin the run, or resume it and say how long that took and how many finished steps ran again."""
    row, what, folder = sys.argv[1:]
    engine = ROWS[row].load()
    if what == "begin":
        with engine.sync(Path(folder)) as run:
            run(NAME)
        return
    began = time.perf_counter()
    try:
        engine.resume(Path(folder), NAME)
    except Exception as error:  # noqa: BLE001 - what an engine raises is its answer
        answer(note=f"{type(error).__name__}: {error}"[:120])
    else:
        answer(seconds=time.perf_counter() - began, again=count() - (STEPS - FATAL_STEP + 1))


if __name__ == "__main__":
    main()
