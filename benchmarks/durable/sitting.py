"""What long sessions and many sessions cost: `python -m benchmarks.durable.sitting FOLDER` measures one round of it."""

from __future__ import annotations

import gc
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
from duotone.runtime import Hypervisor, Log, SessionConfig, SqliteStore
from duotone.runtime.events import Append, Draft

EVENTS = 100_000
SESSIONS = 10_000
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
            command, cwd=ROOT, env=place.variables(), capture_output=True, text=True, timeout=600, check=False
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
    """Open a session of 100,000 events: from its events alone, then from the snapshot that this has left."""
    with Hypervisor(path) as hypervisor:
        hypervisor.create_session(SessionConfig(max_duration=10_000_000), creator="bench", id="long")
        hypervisor.join_session("long", "agent", trust=0.95)
        hypervisor.activate_session("long")
    with Log(path) as log:
        for first in range(0, EVENTS // 2, BATCH):
            drafts = [draft for number in range(first, first + BATCH) for draft in acted(number)]
            log.append(Append("long", drafts))

    def opened() -> None:
        with Hypervisor(path) as hypervisor:
            assert hypervisor.get_session("long") is not None

    return {
        f"open a session of {EVENTS:,} events for the first time, ms": clocked(opened),
        f"open a session of {EVENTS:,} events from its snapshot, ms": clocked(opened),
    }


def acted(number: int) -> tuple[Draft, Draft]:
    """Return the events of one action, as a session has them."""
    action, at = f"action-{number}", time.time()
    started = {"action": action, "at": at, "name": "look", "participant": "agent", "ring": 1, "risk": "read"}
    ended = {"action": action, "at": at, "outcome": "ok", "undo": False}
    return Draft("action.started", started), Draft("action.ended", ended)


def many_sessions(path: Path) -> dict[str, float]:
    """Hold 10,000 sessions open, each with a participant."""
    with Hypervisor(SqliteStore(path, durability="normal")) as hypervisor:
        before = resident()
        for number in range(SESSIONS):
            session = hypervisor.create_session(creator="bench", id=f"session-{number}")
            hypervisor.join_session(session, "agent", trust=0.7)
            hypervisor.activate_session(session)
        assert len(hypervisor.active_sessions) == SESSIONS
        held = resident() - before
        looked = clocked(hypervisor.monitor_sessions)
    return {
        f"memory of {SESSIONS:,} open sessions, MiB": held / 2**20,
        f"look over {SESSIONS:,} open sessions, ms": looked,
    }


def resident() -> int:
    """Return how much memory this process has, in bytes."""
    import psutil

    gc.collect()
    size: int = psutil.Process().memory_info().rss
    return size


def main() -> None:
    """Measure everything once."""
    folder = Path(sys.argv[1])
    many = many_sessions(folder / "many.db")  # first, since memory that is given back is used again
    answer(**long_session(folder / "long.db"), **many)


if __name__ == "__main__":
    main()
