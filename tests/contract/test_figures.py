"""Figures: what runs, waits, was abandoned, came late or was suppressed, read at any moment."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import threading
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from duotone import Figures, Pool, figures, offload
from duotone.contract.figures import count
from tests.contract.threads import Background, wait_until


def test_figures_are_a_picture_of_one_moment() -> None:
    before = figures()
    count("late", 3)
    after = figures()
    assert after == dataclasses.replace(before, late=before.late + 3)
    count("late", -3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.late = 0  # type: ignore[misc]


def test_a_process_that_has_done_nothing_has_nothing_to_show(script: Callable[..., CompletedProcess[str]]) -> None:
    done = script("import duotone; print(duotone.figures() == duotone.Figures())")
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert set(dataclasses.asdict(Figures()).values()) == {0}


def test_what_is_not_a_figure_can_not_be_counted() -> None:
    with pytest.raises(KeyError):
        count("sheep")


def test_threads_that_count_at_once_lose_nothing(background: Background) -> None:
    def count_many() -> None:
        for _ in range(1000):
            count("late")

    before = figures().late
    for end in [background.start(count_many) for _ in range(8)]:
        end()
    assert figures().late == before + 8000
    count("late", -8000)


def test_work_is_shown_while_it_runs_waits_and_goes_on_unwatched() -> None:
    entered, leave = threading.Event(), threading.Event()

    def block() -> None:
        entered.set()
        leave.wait(20)

    async def main() -> None:
        with Pool(1) as pool:
            stuck = asyncio.create_task(offload(block, pool=pool))
            assert await asyncio.to_thread(entered.wait, 10)
            waiting = asyncio.create_task(offload(int, pool=pool))
            await asyncio.sleep(0)
            assert changes() == {"running": 1, "queued": 1}
            waiting.cancel()
            await asyncio.wait({waiting})
            assert changes() == {"running": 1}
            stuck.cancel()
            await asyncio.wait({stuck})
            assert changes() == {"abandoned": 1}
            leave.set()
            await asyncio.to_thread(wait_until, lambda: changes() == {"late": 1})

    before = dataclasses.asdict(figures())

    def changes() -> dict[str, int]:
        now = dataclasses.asdict(figures())
        return {name: now[name] - before[name] for name in now if now[name] != before[name]}

    asyncio.run(main())


def test_a_finalizer_that_counts_while_figures_are_read_does_not_hang() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            count("late")

    before = figures().late
    thresholds = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(200):
            Cycle()
            figures()
            count("late", 0)
    finally:
        gc.set_threshold(*thresholds)
    gc.collect()
    assert figures().late == before + 200
    count("late", -200)


def test_a_forked_child_has_none_of_the_work_of_its_parent(script: Callable[..., CompletedProcess[str]]) -> None:
    done = script("""
        import asyncio, os, threading, warnings
        from duotone import figures, offload
        warnings.simplefilter("ignore", DeprecationWarning)
        entered, leave = threading.Event(), threading.Event()

        def block():
            entered.set()
            leave.wait(20)

        async def main():
            task = asyncio.create_task(offload(block))
            await asyncio.to_thread(entered.wait)
            task.cancel()
            await asyncio.wait({task})

        asyncio.run(main())
        print(figures().abandoned, flush=True)
        child = os.fork()
        if not child:
            print(figures().abandoned, figures().running, figures().queued, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print(figures().abandoned)
        leave.set()
    """)
    assert (done.stdout, done.stderr) == ("1\n0 0 0\n1\n", "")
