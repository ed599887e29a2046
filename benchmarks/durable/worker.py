"""Serves one cell: `worker ENGINE sync|async CALLERS FOLDER`, then a number of runs per line on stdin."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.cells.serving import answer
from benchmarks.durable.engines import ROWS, STEPS, Async, Engine
from benchmarks.durable.servers import cpu_seconds
from benchmarks.durable.stamps import count, take_latencies


def serve(engine: Engine, callers: int, folder: Path) -> None:
    """Measure the sync face: one thread for each caller."""
    with engine.sync(folder) as run, ThreadPoolExecutor(callers) as threads:
        for names in rounds():
            measured = Measured()
            if callers == 1:
                for name in names:
                    run(name)
            else:
                list(threads.map(run, names))
            measured.tell(len(names))


async def serve_async(engine: Engine, callers: int, folder: Path) -> None:
    """Measure the async face: one task for each caller."""
    async with engine.open(folder) as run:
        asked = rounds()
        while (names := await asyncio.to_thread(next, asked, None)) is not None:
            measured = Measured()
            left = iter(names)
            await asyncio.gather(*(one_after_another(run, left) for _ in range(callers)))
            measured.tell(len(names))


async def one_after_another(run: Async, names: Iterator[str]) -> None:
    for name in names:
        await run(name)


def rounds() -> Iterator[list[str]]:
    """Yield the names of the runs of each round that the parent asks for."""
    serial = itertools.count()
    for line in sys.stdin:
        yield [f"run-{next(serial)}" for _ in range(int(line))]


class Measured:
    """The clocks of one round."""

    def __init__(self) -> None:
        take_latencies()
        self.cpu, self.wall = cpu_seconds(), time.perf_counter()

    def tell(self, runs: int) -> None:
        """Send what the round took; a round that has run other than its steps is no round."""
        wall, cpu, begun, steps = time.perf_counter() - self.wall, cpu_seconds() - self.cpu, count(), runs * STEPS
        latencies = sorted(take_latencies())
        if begun != steps:
            answer(note=f"ran {begun} steps of {steps}")
            return
        p50, p99 = (latencies[int(len(latencies) * part)] for part in (0.5, 0.99))
        answer(rate=steps / wall, cpu=cpu / steps, p50=p50, p99=p99)


def main() -> None:
    """Serve what the arguments name, or say why it can't be served."""
    row, color, callers, folder = sys.argv[1:]
    try:
        engine = ROWS[row].load()
        if color == "sync":
            serve(engine, int(callers), Path(folder))
        else:
            asyncio.run(serve_async(engine, int(callers), Path(folder)))
    except Exception as error:  # noqa: BLE001 - what an engine raises is the answer of its cell
        answer(note=f"{type(error).__name__}: {error}"[:120])


if __name__ == "__main__":
    main()
