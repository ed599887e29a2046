"""Exits, interrupts and signals on the bridge reach those whom they concern, and nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from threading import get_ident

import pytest

from duotone import run
from duotone.contract.bridge import bridge
from tests.contract.leaders import Leader, value_later
from tests.contract.threads import Background, wait_until


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_an_exit_in_a_coroutine_reaches_its_own_caller_alone(background: Background, error: BaseException) -> None:
    async def leave_at_once() -> None:
        raise error

    async def leave_later() -> None:
        await asyncio.sleep(0.001)
        raise error

    for leave in (leave_at_once, leave_later):
        with pytest.raises(type(error)):
            run(leave)
    leader = Leader(background)
    for leave in (leave_at_once, leave_later):
        with pytest.raises(type(error)):
            run(leave)
    assert leader.stop() == leader.ident


def test_an_exit_in_a_background_task_is_raised_by_whoever_leads() -> None:
    async def leave() -> None:
        raise SystemExit(4)

    tasks: list[asyncio.Task[None]] = []

    async def start() -> None:
        tasks.append(asyncio.create_task(leave()))
        await asyncio.sleep(10)

    with pytest.raises(SystemExit):
        run(start)
    assert isinstance(tasks[0].exception(), SystemExit)


def test_an_exit_in_a_background_task_is_logged_when_nobody_waits(caplog: pytest.LogCaptureFixture) -> None:
    tasks = []

    async def leave() -> None:
        await asyncio.sleep(0)
        raise SystemExit(5)

    async def start() -> None:
        tasks.append(asyncio.create_task(leave()))

    with caplog.at_level(logging.ERROR, "asyncio"):
        run(start)
        wait_until(lambda: "a background task asked to exit" in caplog.text)
    assert isinstance(tasks[0].exception(), SystemExit)


@pytest.mark.duotone(allow="dropped-task")  # the exit leaves it where it is
def test_an_exit_that_a_callback_raises_while_a_step_is_taken_is_not_swallowed() -> None:
    class Odd(asyncio.Future[None]):
        def add_done_callback(self, *_: object, **__: object) -> None:
            raise KeyboardInterrupt

    async def outer() -> None:
        await Odd(loop=bridge.loop)

    with pytest.raises(KeyboardInterrupt):
        run(outer)


@contextlib.contextmanager
def handling(handler: Callable[..., object]) -> Iterator[None]:
    """Handle a signal during the block."""
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, before)


def send_signal_soon() -> None:
    """Send the signal to the current thread while it rests."""
    threading.Timer(0.02, signal.pthread_kill, (get_ident(), signal.SIGUSR1)).start()


async def be_signaled(seen: list[int]) -> None:
    send_signal_soon()
    while not seen:  # noqa: ASYNC110  # a signal handler brings it about
        await asyncio.sleep(0.05)


def test_a_signal_handler_may_call_in_while_its_own_thread_rests() -> None:
    seen: list[int] = []

    async def outer() -> None:
        bridge.loop.call_later(0.01, lambda: None)
        await be_signaled(seen)

    with handling(lambda *_: seen.append(run(value_later, 6))):
        run(outer)
    assert seen[0] == 6


def test_a_signal_handler_may_call_in_with_a_deadline_while_its_own_thread_rests() -> None:
    seen: list[int] = []
    with handling(lambda *_: seen.append(run(value_later, 6, timeout=10))):
        run(be_signaled, seen)
    assert seen == [6]


def test_a_handler_that_raises_ends_the_wait_and_cancels_the_coroutine() -> None:
    cancelled = threading.Event()

    def handler(*_: object) -> None:
        message = "enough"
        raise LookupError(message)

    async def hold() -> None:
        send_signal_soon()
        try:
            await asyncio.sleep(10)
        finally:
            cancelled.set()

    with handling(handler), pytest.raises(LookupError):
        run(hold)
    assert cancelled.wait(10)
