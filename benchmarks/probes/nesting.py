"""Where a call is made from: nested, inside a running loop, on a worker."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING

from benchmarks.probes.lifetime import on_thread
from benchmarks.probes.trial import Refused, describe, expect, point
from benchmarks.probes.values import double

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial


@point("sync → async → sync → async through a worker")
def nested_through_worker(trial: Trial) -> None:
    """A coroutine moves sync code to a worker, and that calls the next coroutine."""
    places: list[int] = []

    def inner() -> int:
        places.append(threading.get_ident())
        return int(trial.run(double, 21))

    async def outer() -> int:
        places.append(threading.get_ident())
        return int(await trial.adapter.offload(inner))

    trial.script(lambda: expect(trial.run(outer) == 42, "another value"))
    expect(places[0] != places[1], "the sync function was not on a worker")


@point("the same without a thread between")
def nested_directly(trial: Trial) -> None:
    """A coroutine calls sync code directly, and that calls the next coroutine."""

    def inner() -> int:
        return int(trial.run(double, 21))

    async def outer() -> int:
        return inner()

    trial.script(lambda: expect(trial.run(outer) == 42, "another value"))


@point("inside a running loop")
def inside_loop(trial: Trial) -> None:
    """Sync code on the thread of a running loop calls a coroutine, twice."""

    def main() -> None:
        expect(trial.run(double, 21) == 42, "another value")
        expect(trial.run(double, 4) == 8, "another value")

    async def outer() -> None:
        await trial.adapter.inside(main)

    with trial.adapter.ready():
        asyncio.run(outer())


@point("inside one without blocking it")
def inside_unblocked(trial: Trial) -> None:
    """While sync code inside a running loop waits, the other tasks of that loop go on."""
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def wait() -> None:
        await asyncio.sleep(0.3)

    def main() -> None:
        before = len(ticks)
        trial.run(wait)
        during = len(ticks) - before
        expect(during > 5, f"the loop was held up ({during} ticks in 0.3 s)")

    async def outer() -> None:
        ticking = asyncio.create_task(tick())
        await asyncio.sleep(0.02)
        try:
            await trial.adapter.unblocked(main)
        finally:
            ticking.cancel()

    with trial.adapter.ready():
        asyncio.run(outer())


@point("awaiting a future of the outer loop")
def outer_future(trial: Trial) -> None:
    """Sync code inside a loop calls a coroutine that awaits a future which only that loop can resolve.

    It can only be refused at the await, so an error there within a second counts as refused.
    """

    async def outer() -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        loop.call_later(0.05, future.set_result, 42)

        async def wait() -> int:
            return await future

        def main() -> None:
            asked = time.monotonic()
            try:
                got = trial.run(wait)
            except RuntimeError as error:
                expect(time.monotonic() - asked < 1, f"refused late: {describe(error)}")
                raise Refused(describe(error)) from error
            expect(got == 42, f"another value: {got!r}")

        await trial.adapter.unblocked(main)

    with trial.adapter.ready():
        asyncio.run(outer())


@point("from a worker thread")
def worker_thread(trial: Trial) -> None:
    """A thread of the program's own calls a coroutine."""
    trial.script(lambda: expect(on_thread(lambda: trial.run(double, 21)) == 42, "another value"))
