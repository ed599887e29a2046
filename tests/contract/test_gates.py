"""Gates in the moments that can't be brought about from outside."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from threading import get_ident

import pytest

from duotone import run
from duotone.contract.bridge import bridge
from duotone.contract.gates import Gate, ThreadLatch
from duotone.contract.loop import Crowded
from duotone.contract.waits import Frame
from tests.contract.test_bridge import wait_until


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
