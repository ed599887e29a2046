"""The longest time for which a loop did not turn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop

from duotone import run
from duotone.errors import BadTimeout, NoRunningLoop
from duotone.testing import LoopGaps

pytestmark = pytest.mark.duotone(allow="blocked-loop")

Main = Callable[[], Coroutine[Any, Any, Any]]


def block(seconds: float) -> None:
    """Hold up the loop of this thread."""
    time.sleep(seconds)


every_loop = pytest.mark.parametrize(
    "run_main",
    [lambda main: asyncio.run(main()), lambda main: uvloop.run(main()), run],
    ids=["asyncio", "uvloop", "bridge"],
)


@every_loop
def test_a_block_in_the_middle_is_measured(run_main: Callable[[Main], Any]) -> None:
    async def main() -> float:
        async with LoopGaps() as gaps:
            await asyncio.sleep(0.01)
            block(0.1)
            await asyncio.sleep(0.01)
        return gaps.longest

    assert 0.09 < run_main(main) < 1


@every_loop
def test_a_block_that_fills_the_block_is_measured(run_main: Callable[[Main], Any]) -> None:
    async def main() -> float:
        async with LoopGaps() as gaps:
            block(0.1)
        return gaps.longest

    assert 0.09 < run_main(main) < 1


def test_a_loop_that_waits_has_no_gap() -> None:
    async def main() -> float:
        async with LoopGaps() as gaps:
            await asyncio.sleep(1)
        return gaps.longest

    assert asyncio.run(main()) < 0.5


def test_a_block_that_is_left_at_once_has_no_gap() -> None:
    async def main() -> float:
        with LoopGaps() as gaps:
            pass
        return gaps.longest

    assert asyncio.run(main()) == 0


def test_nothing_goes_on_after_the_block() -> None:
    async def main() -> float:
        async with LoopGaps() as gaps:
            await asyncio.sleep(0)
        longest = gaps.longest
        block(0.1)
        await asyncio.sleep(0.01)
        return gaps.longest - longest

    assert asyncio.run(main()) == 0


def test_a_loop_on_another_thread_is_measured_while_it_is_blocked() -> None:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    is_blocked, is_free = threading.Event(), threading.Event()
    with LoopGaps(loop) as gaps:
        loop.call_soon_threadsafe(is_blocked.set)
        loop.call_soon_threadsafe(is_free.wait)
        assert is_blocked.wait(10)
        block(0.1)
    is_free.set()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
    assert gaps.longest > 0.09


def test_a_loop_that_is_run_inside_the_block_is_measured_while_it_runs() -> None:
    async def main() -> None:
        await asyncio.sleep(0.01)
        block(0.1)
        await asyncio.sleep(0.01)

    with asyncio.Runner() as runner:
        with LoopGaps(runner.get_loop()) as gaps:
            runner.run(main())
            time.sleep(1)
        assert 0.09 < gaps.longest < 1


def test_a_loop_must_be_given_or_running() -> None:
    with pytest.raises(NoRunningLoop, match="LoopGaps"), LoopGaps():
        pass


def test_a_resolution_that_is_no_time_is_refused() -> None:
    with pytest.raises(BadTimeout):
        LoopGaps(resolution=-1)
