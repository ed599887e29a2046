"""The contexts that need nothing but this process: no loop, a running one, a worker thread, nesting, uvloop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeAlias

from duotone import call, run
from tests.matrix.cells import Cell
from tests.matrix.probes import Outcome, ending_of, observe

Place: TypeAlias = Callable[[Cell], list[Outcome]]
"""Runs a cell in its context, in each of the ways that there are to get there."""


def no_loop(cell: Cell) -> list[Outcome]:
    return [observe(cell)]


def running_loop(cell: Cell) -> list[Outcome]:
    return [asyncio.run(_observe_inside(cell))]


def uvloop(cell: Cell) -> list[Outcome]:
    from uvloop import new_event_loop

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return [runner.run(_observe_inside(cell))]


async def _observe_inside(cell: Cell) -> Outcome:
    return observe(cell)


def worker_thread(cell: Cell) -> list[Outcome]:
    """On a thread of the program's own, and on workers of ours for each of the colors that wait for them."""
    waits: list[Callable[[], Outcome]] = [
        lambda: asyncio.run(call(observe, cell)),
        lambda: run(observe, cell, timeout=60),
    ]
    if cell.outcome == "ctrl_c":
        # Python gives it to the main thread alone, so it is seen there; a plain thread would never hear of it.
        return [ending_of(wait) for wait in waits]
    return [_in_thread(cell), *(wait() for wait in waits)]


def _in_thread(cell: Cell) -> Outcome:
    future: Future[Outcome] = Future()
    thread = threading.Thread(target=lambda: future.set_result(observe(cell)))
    thread.start()
    thread.join()
    return future.result(timeout=0)


def nested_three_deep(cell: Cell) -> list[Outcome]:
    """Sync in async in sync in async in sync, where the cell makes the third call; all of it on one thread."""
    home = threading.get_ident()

    def innermost() -> Outcome:
        assert threading.get_ident() == home
        return observe(cell)

    return [_through_async(lambda: _through_async(innermost))]


def _through_async(function: Callable[[], Any]) -> Any:
    async def step() -> Any:
        await asyncio.sleep(0)
        return function()

    return run(step)


PLACES: dict[str, Place] = {
    place.__name__: place for place in (no_loop, running_loop, worker_thread, nested_three_deep, uvloop)
}
