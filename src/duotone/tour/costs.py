"""What a crossing costs on this machine, measured in a moment."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from duotone import run

__all__ = ["costs"]

_ROUNDS = 5


async def _nothing() -> None:
    pass


def _in_a_thread() -> None:
    thread = threading.Thread(target=asyncio.run, args=(_nothing(),))
    thread.start()
    thread.join()


def _micros(function: Callable[[], object], calls: int) -> float:
    """The best of a few rounds, in microseconds per call."""
    best = float("inf")
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        for _ in range(calls):
            function()
        best = min(best, time.perf_counter() - began)
    return best / calls * 1e6


def costs() -> str:
    """Say what one call of a trivial coroutine from sync code costs here, in three ways."""
    ours = _micros(lambda: run(_nothing), 300)
    fresh = _micros(lambda: asyncio.run(_nothing()), 20)
    thread = _micros(_in_a_thread, 20)
    others = f"asyncio.run {fresh:.0f} µs; a new thread with asyncio.run {thread:.0f} µs"
    return f"one crossing costs {ours:.1f} µs here; {others}"
