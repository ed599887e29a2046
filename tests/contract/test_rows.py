"""What other systems get wrong at the seams, shown to be right here; the ids are those of the catalog of failures."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from duotone import call, figures, offload, run
from duotone.errors import TimedOut

AT_ONCE = 1.0
"""Seconds within which something that doesn't wait has happened, on a machine that has other things to do."""

AsyncVerb = Callable[..., Awaitable[Any]]


class Blocking:
    """Bodies of both colors that block their thread until they are released."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.release = threading.Event()
        self.threads: list[threading.Thread] = []

    def sync_body(self) -> str:
        self.threads.append(threading.current_thread())
        self.has_begun.set()
        self.release.wait(30)
        return "late"

    async def async_body(self) -> str:
        return self.sync_body()

    def end(self) -> None:
        """Let the bodies return, and wait until their threads have recorded that."""
        self.release.set()
        for thread in self.threads:
            thread.join(10)


@pytest.fixture
def blocking() -> Iterator[Blocking]:
    body = Blocking()
    yield body
    body.release.set()


def never_blocks(work: Callable[[], Awaitable[Any]]) -> bool:
    """Tell whether other tasks go on while `work` is awaited; a busy machine may stop them once, but not thrice."""
    return any(asyncio.run(longest_gap(work())) < 0.1 for _ in range(3))


async def longest_gap(work: Awaitable[Any]) -> float:
    """Return the longest time for which no other task could go on while `work` was awaited."""
    gaps = [0.0]

    async def beat() -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - last)
            last += gaps[-1]

    heart = asyncio.create_task(beat())
    await work
    heart.cancel()
    return max(gaps)


# -- H: session hypervisor and saga orchestrator


class Executor:
    """An executor whose result is still awaitable: the work is inside, and counted."""

    def __init__(self) -> None:
        self.count = 0

    async def work(self) -> str:
        await asyncio.sleep(0)
        self.count += 1
        return "done"

    async def async_shim(self) -> Awaitable[str]:
        return self.work()

    def sync_shim(self) -> Awaitable[str]:
        return self.work()


@pytest.mark.parametrize("shim", ["async_shim", "sync_shim"])
@pytest.mark.parametrize("verb", [call, offload])
def test_H5_a_result_that_is_still_awaitable_is_drained_in_async_code(verb: AsyncVerb, shim: str) -> None:
    executor = Executor()

    async def main() -> Any:
        return await verb(getattr(executor, shim))

    assert asyncio.run(main()) == "done"
    assert executor.count == 1


@pytest.mark.parametrize("timeout", [None, 30])
@pytest.mark.parametrize("shim", ["async_shim", "sync_shim"])
def test_H5_a_result_that_is_still_awaitable_is_drained_in_sync_code(shim: str, timeout: float | None) -> None:
    executor = Executor()
    assert run(getattr(executor, shim), timeout=timeout) == "done"
    assert executor.count == 1


@pytest.mark.parametrize("color", ["sync", "async"])
def test_H6_run_keeps_its_timeout_when_the_body_blocks(blocking: Blocking, color: str) -> None:
    late, start = figures().late, time.monotonic()
    with pytest.raises(TimedOut) as caught:
        run(getattr(blocking, f"{color}_body"), timeout=0.05)
    assert time.monotonic() - start < AT_ONCE
    assert caught.value.abandoned
    blocking.end()
    assert figures().late == late + 1


@pytest.mark.parametrize(
    ("verb", "color"), [(call, "sync"), (offload, "sync"), (offload, "async")], ids=["call", "offload", "offload-async"]
)
def test_H6_the_timeout_holds_and_other_tasks_go_on_when_the_body_blocks(
    blocking: Blocking, verb: AsyncVerb, color: str
) -> None:
    late = figures().late

    async def attempt() -> None:
        start = time.monotonic()
        with pytest.raises(TimedOut) as caught:
            await verb(getattr(blocking, f"{color}_body"), timeout=0.05)
        assert time.monotonic() - start < AT_ONCE
        assert caught.value.abandoned

    assert never_blocks(attempt)
    blocking.end()
    assert figures().late == late + len(blocking.threads)


def test_H6_what_came_late_is_handed_to_whoever_asked_for_it(blocking: Blocking) -> None:
    came: list[tuple[Any, BaseException | None]] = []

    async def main() -> None:
        with pytest.raises(TimedOut):
            await offload(blocking.sync_body, timeout=0.05, on_late=lambda *ending: came.append(ending))

    asyncio.run(main())
    assert not came
    blocking.end()
    assert came == [("late", None)]


async def block_too_long() -> str:
    time.sleep(0.2)  # noqa: ASYNC251  # the very mistake that is shown
    return "committed"


def test_H6_call_never_takes_a_late_result_for_one_in_time() -> None:
    async def main() -> None:
        await call(block_too_long, timeout=0.05)

    with pytest.raises(TimedOut):
        asyncio.run(main())


def test_H6_a_nested_run_never_takes_a_late_result_for_one_in_time() -> None:
    async def outer() -> None:
        run(block_too_long, timeout=0.05)

    with pytest.raises(TimedOut):
        run(outer)


# -- R: workflow runtime


@pytest.mark.parametrize("delay", [time.sleep, asyncio.sleep], ids=["sync", "async"])
def test_R11_a_delay_of_either_color_is_honored_each_time_and_blocks_nobody(delay: Callable[[float], Any]) -> None:
    taken: list[float] = []

    async def delays() -> None:
        for _ in range(3):
            start = time.monotonic()
            await call(delay, 0.15)
            taken.append(time.monotonic() - start)

    assert never_blocks(delays)
    assert min(taken) >= 0.149  # the two clocks differ a little


@pytest.mark.parametrize("color", ["sync", "async"])
def test_R11_cancelling_ends_a_delay_of_either_color_at_once(blocking: Blocking, color: str) -> None:
    async def async_delay() -> None:
        blocking.has_begun.set()
        await asyncio.sleep(30)

    async def main() -> float:
        waiting = asyncio.create_task(call(async_delay if color == "async" else blocking.sync_body))
        await call(blocking.has_begun.wait)
        start = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return time.monotonic() - start

    assert asyncio.run(main()) < AT_ONCE
