"""How long our store holds the loop: `python -m benchmarks.durable.holding FOLDER` measures one round of it."""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.cells.serving import answer
from benchmarks.durable import place
from benchmarks.measure import MARK, ROOT

CALLERS = 16
RUNS = 160


def measure(rounds: int) -> dict[str, float | str]:
    """Return the medians over several processes, each with a log of its own."""
    said = [one for one in (_measured() for _ in range(rounds)) if one]
    if not said:
        return {"note": "ended without an answer"}
    return {key: f"{statistics.median(one[key] for one in said):,.1f}" for key in said[0]}


def _measured() -> dict[str, float]:
    folder = tempfile.mkdtemp(prefix="holding-", dir=place.work())
    command = [str(place.python()), "-m", "benchmarks.durable.holding", folder]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=place.variables(), capture_output=True, text=True, timeout=600, check=False
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    marked = [line.removeprefix(MARK) for line in done.stdout.splitlines() if line.startswith(MARK)]
    return dict(json.loads(marked[-1])) if marked else {}


class Turns:
    """The most that passes from one turn of a loop to the next: on the clock, and of its thread's processor time."""

    def __init__(self) -> None:
        self.clock = self.worked = 0.0
        self._last = time.perf_counter(), time.thread_time()

    def __call__(self) -> None:
        clock, worked = time.perf_counter(), time.thread_time()
        self.clock = max(self.clock, clock - self._last[0] - 0.001)
        self.worked = max(self.worked, worked - self._last[1])
        self._last = clock, worked
        asyncio.get_running_loop().call_later(0.001, self)


async def held(folder: Path) -> Turns:
    """Run sagas of ten steps, sixteen at once, and look how the loop turns meanwhile."""
    from benchmarks.durable.engines.sagas import engine

    async with engine("full").open(folder) as run:
        await run("first")
        names, turns = iter([f"run-{number}" for number in range(RUNS)]), Turns()

        async def one_after_another() -> None:
            for name in names:
                await run(name)

        turns()
        await asyncio.gather(*(one_after_another() for _ in range(CALLERS)))
    return turns


def main() -> None:
    """Measure everything once."""
    turns = asyncio.run(held(Path(sys.argv[1])))
    answer(
        **{
            f"longest wait for the loop while {CALLERS} runs go on, ms": turns.clock * 1e3,
            "most that the loop's own thread works from turn to turn, ms": turns.worked * 1e3,
        }
    )


if __name__ == "__main__":
    main()
