"""One worker process: ``python -m benchmarks.scaling.worker KIND PLACE ENGINE``, told in each line how much to do.

A line has the number of runs and how many callers ask for them at once; the answer is the processor time that it took.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from benchmarks.measure import MARK
from benchmarks.scaling.work import ROWS, Run

__all__: list[str] = []


async def work(run: Run, runs: int, callers: int) -> float:
    """Do so many runs, and return the seconds of processor time that they have taken here."""
    left = iter(range(runs))

    async def call() -> None:
        for _ in left:
            await run()

    begun = time.process_time()
    await asyncio.gather(*(call() for _ in range(callers)))
    return time.process_time() - begun


def say(**answer: object) -> None:
    """Tell whoever asked."""
    sys.stdout.write(f"{MARK}{json.dumps(answer)}\n")
    sys.stdout.flush()


async def main(kind: str, place: str, engine: str) -> None:
    """Open what this kind needs, and work until nobody asks any more."""
    async with ROWS[kind](place, engine) as run:
        say(ready=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            runs, callers = map(int, line.split())
            say(seconds=await work(run, runs, callers))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
