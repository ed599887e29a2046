"""What other bridges get wrong, shown to be right here; the ids are those of the catalog of failures."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial

import pytest

from duotone import Portal, Worker, call, offload, run, scope
from duotone.errors import TimedOut, WouldDeadlock

seen: ContextVar[str] = ContextVar("seen", default="nothing")


# -- R1: the same call anywhere


async def answer() -> str:
    await asyncio.sleep(0.001)
    return "an answer"


def entry_point() -> str:
    return run(answer)


async def call_entry_point_inside_a_loop() -> str:
    return entry_point()


def test_R1_the_same_sync_entry_point_completes_in_a_script_a_running_loop_and_a_worker_thread() -> None:
    assert entry_point() == "an answer"
    assert asyncio.run(call_entry_point_inside_a_loop()) == "an answer"
    assert asyncio.run(call(entry_point)) == "an answer"
    with Worker() as worker:
        assert asyncio.run(offload(entry_point, pool=worker)) == "an answer"


# -- R2: context both ways, a deadline, Ctrl-C, and no deadlock


async def look_and_change(value: str) -> str:
    before = seen.get()
    await asyncio.sleep(0)
    seen.set(value)
    return before


def test_R2_context_goes_in_and_comes_back_inside_a_running_loop() -> None:
    async def main() -> tuple[str, str]:
        with scope(seen, "by the caller"):
            return run(look_and_change, "by the callee"), seen.get()

    assert asyncio.run(main()) == ("by the caller", "by the callee")


def test_R2_context_goes_in_and_comes_back_through_a_worker_and_its_home() -> None:
    def on_worker() -> str:
        return run(look_and_change, "by the callee")

    async def main() -> tuple[str, str]:
        with scope(seen, "by the caller"):
            return await call(on_worker), seen.get()

    assert asyncio.run(main()) == ("by the caller", "by the callee")


def test_R2_context_comes_back_through_every_level_of_nesting() -> None:
    async def go_down(levels: int) -> str:
        await asyncio.sleep(0)
        return run(go_down, levels - 1) if levels else await look_and_change("from below")

    with scope(seen, "from above"):
        assert run(go_down, 3) == "from above"
        assert seen.get() == "from below"
    assert seen.get() == "nothing"


def test_R2_a_deadline_holds_inside_a_running_loop_and_the_callee_cleans_up() -> None:
    cleaned: list[str] = []

    async def never() -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            cleaned.append("up")

    async def main() -> None:
        run(never, timeout=0.05)

    start = time.monotonic()
    with pytest.raises(TimedOut) as caught:
        asyncio.run(main())
    assert time.monotonic() - start < 1
    assert not caught.value.abandoned
    assert cleaned == ["up"]


INTERRUPTED = """
import _thread, asyncio, signal, threading
from duotone import run

signal.signal(signal.SIGINT, signal.default_int_handler)
is_suspended = threading.Event()

def interrupt():
    is_suspended.wait()
    _thread.interrupt_main()  # not the main thread gets the signal, so nothing but a wake-up ends its wait

async def callee():
    asyncio.get_running_loop().call_later(0.01, is_suspended.set)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        print("cleaned up")

async def inside_a_loop():
    run(callee)

thread = threading.Thread(target=interrupt)
thread.start()
try:
    {wait}
except KeyboardInterrupt:
    thread.join()
    print("interrupted, and left", [thread.name for thread in threading.enumerate()])
"""


@pytest.mark.parametrize("wait", ["run(callee)", "asyncio.run(inside_a_loop())"], ids=["script", "running-loop"])
def test_R2_ctrl_c_cancels_the_callee_and_leaves_no_thread(wait: str) -> None:
    script = INTERRUPTED.format(wait=wait)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20, check=False)
    assert ended.stderr == ""
    assert ended.stdout.splitlines() == ["cleaned up", "interrupted, and left ['MainThread']"]


class Work:
    """Work that needs the loop of its caller, and shows whether it has begun."""

    def __init__(self) -> None:
        self.has_begun = False

    async def begin(self) -> str:
        self.has_begun = True
        return "done"


async def run_future(_work: Work) -> None:
    future = asyncio.get_running_loop().create_future()
    try:
        run(future)
    finally:
        assert not future.done()  # it is as it was


async def run_task(work: Work) -> None:
    task = asyncio.create_task(work.begin())
    try:
        run(task)
    finally:
        task.cancel()


async def run_portal(work: Work) -> None:
    Portal().run(work.begin)


async def run_portal_below_a_bridge(work: Work) -> None:
    portal = Portal()

    async def go_through_portal() -> None:
        portal.run(work.begin)

    run(go_through_portal)


async def run_portal_below_a_worker(work: Work) -> None:
    portal = Portal()
    run(partial(offload, partial(portal.run, work.begin)))


async def run_portal_below_a_timeout(work: Work) -> None:
    run(Portal().run, work.begin, timeout=30)


@pytest.mark.parametrize(
    "main",
    [
        run_future,
        run_task,
        run_portal,
        run_portal_below_a_bridge,
        run_portal_below_a_worker,
        run_portal_below_a_timeout,
    ],
)
def test_R2_a_callee_that_needs_the_loop_of_its_caller_is_refused_before_it_begins(
    main: Callable[[Work], Awaitable[None]],
) -> None:
    work = Work()

    async def check() -> None:
        with pytest.raises(WouldDeadlock) as caught:
            await main(work)
        assert len(caught.value.cycle) >= 2
        assert " → ".join(caught.value.cycle) in str(caught.value)

    asyncio.run(check())
    assert not work.has_begun


def test_R2_a_callee_may_use_the_loop_of_its_caller_when_that_is_free() -> None:
    async def main() -> list[str]:
        portal = Portal()
        return [await call(portal.run, Work().begin), await offload(portal.run, Work().begin)]

    assert asyncio.run(main()) == ["done", "done"]
