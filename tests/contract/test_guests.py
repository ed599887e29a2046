"""Tasks on a loop of somebody else's, which end with it, however late they came."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from contextvars import copy_context
from threading import get_ident

import pytest
import uvloop

from duotone import call, offload, run, unblocked
from duotone.contract.actors import Actor
from duotone.contract.gates import Gate
from duotone.contract.waits import GRAPH, Frame
from duotone.errors import HomeClosed
from tests.contract.endings import EndingHome
from tests.contract.scenes import Scene, get_user, has_ended
from tests.contract.threads import Background, wait_until


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def loop(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[asyncio.AbstractEventLoop]:
    made: asyncio.AbstractEventLoop = request.param()
    yield made
    assert made.is_closed()
    gc.collect()
    assert not caplog.records  # of tasks that were destroyed, above all
    assert GRAPH.is_empty()


def test_what_comes_after_the_runner_has_cancelled_all_others_is_cancelled_too(
    loop: asyncio.AbstractEventLoop, background: Background
) -> None:
    home = EndingHome(background, loop, "all are cancelled")
    entered, cleaned = threading.Event(), list[int]()

    async def stay() -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0.001)
            cleaned.append(get_ident())

    with pytest.raises(asyncio.CancelledError):
        home.call(stay, until=entered.is_set)()
    assert cleaned == [home.thread]


def test_what_comes_in_the_last_step_of_a_loop_is_refused(
    loop: asyncio.AbstractEventLoop, background: Background
) -> None:
    home = EndingHome(background, loop, "its last step")
    called: list[int] = []
    with pytest.raises(HomeClosed):
        home.call(called.append, 1)()
    assert not called


def test_a_loop_whose_first_guest_comes_in_its_last_step_refuses_it(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    gate = Gate(loop, asyncio.sleep(0), copy_context(), Frame(1, "work"))
    loop.run_until_complete(loop.shutdown_asyncgens())
    gate.post()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    with pytest.raises(HomeClosed):
        gate.result()
    assert not caplog.records


def test_what_a_late_guest_has_begun_on_the_loop_ends_with_it_too(
    loop: asyncio.AbstractEventLoop, background: Background
) -> None:
    home = EndingHome(background, loop, "all are cancelled")
    scene, acted = Scene(), threading.Event()
    actor = Actor("play", scene)

    async def act() -> None:
        await offload(actor.ask, get_user)
        acted.set()
        await asyncio.sleep(20)

    with pytest.raises(asyncio.CancelledError):
        home.call(act, until=acted.is_set)()
    assert has_ended(actor)
    assert scene.closed_in is not None


@pytest.mark.greenlets
def test_what_a_late_guest_begins_in_its_cleanup_ends_with_the_loop_too(
    loop: asyncio.AbstractEventLoop, background: Background
) -> None:
    home = EndingHome(background, loop, "all are cancelled")
    scene, entered = Scene(), threading.Event()
    actor = Actor("play", scene)

    async def act_at_last() -> None:
        entered.set()
        try:
            await asyncio.sleep(20)
        finally:
            with pytest.raises(HomeClosed):
                await call(home.portal.run, int)
            await unblocked(actor.ask, get_user)

    with pytest.raises(asyncio.CancelledError):
        home.call(act_at_last, until=entered.is_set)()
    assert has_ended(actor)
    assert scene.closed_in is not None


def test_a_loop_is_not_kept_for_the_sake_of_its_guests() -> None:
    async def main() -> weakref.ref[asyncio.AbstractEventLoop]:
        assert await call(lambda: run(asyncio.sleep, 0, "home")) == "home"
        return weakref.ref(asyncio.get_running_loop())

    reference = asyncio.run(main())
    # The worker tells of the end first, and lets go of the loop after it.
    wait_until(lambda: gc.collect() >= 0 and reference() is None)


def test_a_loop_that_knows_nothing_of_async_generators_takes_guests_all_the_same() -> None:
    async def main() -> None:
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(None, None)
        gate = Gate(asyncio.get_running_loop(), asyncio.sleep(0), copy_context(), Frame(1, "work"))
        gate.start()
        sys.set_asyncgen_hooks(*hooks)
        assert gate.task is not None
        await gate.task

    asyncio.run(main())
