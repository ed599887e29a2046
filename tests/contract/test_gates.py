"""Gates in the moments that can't be brought about from outside."""

from __future__ import annotations

import asyncio
import gc
import inspect
import sys
import types
from collections.abc import Callable, Generator
from contextvars import copy_context
from threading import get_ident

import pytest

from duotone import figures, run, scope
from duotone.contract.bridge import bridge
from duotone.contract.gates import Gate, ThreadLatch
from duotone.contract.loop import Crowded
from duotone.contract.waits import Frame
from tests.contract.scenes import user
from tests.contract.threads import wait_until


def make_gate(loop: asyncio.AbstractEventLoop) -> Gate:
    return Gate(loop, asyncio.sleep(0, "passed"), copy_context(), Frame(1, "work"))


def test_a_call_is_not_started_on_the_thread_of_another_caller() -> None:
    loop = bridge.loop
    wait_until(lambda: loop.leader is None)
    gate = make_gate(loop)
    with loop.turn:
        loop.leader = get_ident()
        bridge._gates.add(gate)
        gate.start()
        assert gate.task is None
        with pytest.raises(Crowded):
            loop.run_once()
        loop.leader = None
    bridge._call_background()
    gate.wait(10)
    bridge._gates.discard(gate)
    assert gate.result() == "passed"


def test_a_call_that_was_withdrawn_in_time_never_started() -> None:
    gate = make_gate(bridge.loop)
    gate._frame.is_withdrawn = True
    gate.post()
    assert gate.give_up()
    with pytest.raises(asyncio.CancelledError):
        gate.result()


def test_a_call_for_a_loop_that_does_not_run_is_withdrawn() -> None:
    loop = asyncio.new_event_loop()
    gate = make_gate(loop)
    assert gate.give_up()
    assert gate.task is None
    loop.close()


def test_what_has_started_on_a_loop_that_closed_is_let_go_of() -> None:
    async def start() -> None:
        gate.start()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    loop = asyncio.new_event_loop()
    gate = make_gate(loop)
    loop.run_until_complete(start())
    loop.close()
    assert gate.give_up()
    assert gate.task is not None


def run_one_turn(loop: asyncio.AbstractEventLoop) -> None:
    loop.call_soon(loop.stop)
    loop.run_forever()


class Interlude:
    """A latch at which something happens, and nothing more is heard in time."""

    def __init__(self, happening: Callable[[], object]) -> None:
        self._happening = happening

    def open(self) -> None:
        """Let nobody go on."""

    def wait(self, timeout: float | None, look_around: Callable[[], object] = bool) -> bool:
        self._happening()
        return False


def test_what_was_about_to_start_on_a_loop_that_closed_never_does(caplog: pytest.LogCaptureFixture) -> None:
    started: list[bool] = []

    @types.coroutine
    def begin() -> Generator[None]:
        started.append(True)
        yield

    async def work() -> None:
        await begin()

    loop = asyncio.new_event_loop()
    coroutine = work()
    gate = Gate(loop, coroutine, copy_context(), Frame(1, "work"))
    gate.post()
    run_one_turn(loop)
    loop.close()
    assert gate.give_up()
    assert inspect.getcoroutinestate(coroutine) == inspect.CORO_CLOSED
    assert bool(started) == (sys.version_info >= (3, 12))  # where a task takes its first step at once
    del gate
    gc.collect()
    assert not caplog.records


def test_what_is_under_way_on_a_loop_that_closed_is_broken_off_in_its_context(caplog: pytest.LogCaptureFixture) -> None:
    cleaned: list[str | None] = []

    async def work() -> None:
        with scope(user, "ada"):
            try:
                await asyncio.sleep(20)
            finally:
                cleaned.append(user.get(None))

    loop = asyncio.new_event_loop()
    gate = Gate(loop, work(), copy_context(), Frame(1, "work"))
    gate.post()
    run_one_turn(loop)
    run_one_turn(loop)
    loop.close()
    assert gate.give_up()
    assert cleaned == ["ada"]
    del gate
    gc.collect()
    assert not caplog.records


def test_a_cleanup_that_needs_the_loop_that_closed_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0)

    loop = asyncio.new_event_loop()
    gate = Gate(loop, work(), copy_context(), Frame(1, "work"))
    gate.post()
    run_one_turn(loop)
    run_one_turn(loop)
    loop.close()
    assert gate.give_up()
    (record,) = caplog.records
    assert "'work' failed when it was broken off, since its loop had closed" in record.getMessage()


def test_an_error_on_a_loop_that_closed_is_not_reported_as_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise LookupError

    loop = asyncio.new_event_loop()
    gate = Gate(loop, fail(), copy_context(), Frame(1, "fail"))
    gate.post()
    run_one_turn(loop)
    run_one_turn(loop)
    loop.close()
    before = figures()
    assert gate.give_up()
    assert figures().late == before.late + 1
    del gate
    gc.collect()
    assert not caplog.records


def test_a_loop_that_closes_during_the_grace_period_leaves_nothing_abandoned() -> None:
    loop = asyncio.new_event_loop()
    coroutine = asyncio.sleep(20)
    gate = Gate(loop, coroutine, copy_context(), Frame(1, "work"), Interlude(loop.close))
    gate.post()
    run_one_turn(loop)
    run_one_turn(loop)
    before = figures()
    assert gate.give_up()
    assert inspect.getcoroutinestate(coroutine) == inspect.CORO_CLOSED
    assert figures() == before


def test_what_ends_when_its_grace_period_does_is_not_abandoned() -> None:
    def go_on() -> None:
        for _ in range(3):
            run_one_turn(loop)

    loop = asyncio.new_event_loop()
    gate = Gate(loop, asyncio.sleep(20), copy_context(), Frame(1, "work"), Interlude(go_on))
    gate.post()
    run_one_turn(loop)
    run_one_turn(loop)
    before = figures()
    assert gate.give_up()
    assert gate.task is not None
    assert gate.task.cancelled()
    assert figures() == before
    loop.close()


def test_a_latch_can_be_opened_twice() -> None:
    latch = ThreadLatch()
    latch.open()
    latch.open()
    assert latch.wait(0)


def test_ctrl_c_in_the_first_turn_waits_for_the_cleanup() -> None:
    cleaned: list[bool] = []

    def interrupt() -> None:
        raise KeyboardInterrupt

    async def work() -> None:
        asyncio.get_running_loop().call_soon(interrupt)
        try:
            await asyncio.sleep(10)
        finally:
            cleaned.append(True)

    with pytest.raises(KeyboardInterrupt):
        run(work)
    assert cleaned == [True]
