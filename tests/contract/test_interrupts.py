"""Ctrl-C: the innermost wait is cancelled, cleans up, and raises; nothing is left behind."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from duotone.contract.interrupts import Interrupts

Script = Callable[..., CompletedProcess[str]]

HOLD = """
    import asyncio, os, signal, threading, duotone
    async def hold():
        asyncio.get_running_loop().call_later(0.01, ready.set)
        try:
            await asyncio.sleep(60)
        finally:
            print("cleaned up", flush=True)
    ready = threading.Event()
    def press():
        ready.wait()
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=press).start()
    def attempt(*args, **kwargs):
        try:
            duotone.run(hold, *args, **kwargs)
        except KeyboardInterrupt:
            print("interrupted")
"""

WAYS = {
    "plain": "attempt()",
    "with a deadline": "attempt(timeout=30)",
    "inside a running loop": "asyncio.run(outer())",
    "nested": "duotone.run(outer)",
    "on a worker": "duotone.run(attempt_on_worker)",
}


@pytest.mark.parametrize("way", WAYS)
def test_the_coroutine_cleans_up_before_the_caller_is_interrupted(script: Script, way: str) -> None:
    done = script(
        HOLD
        + """
    async def outer():
        await asyncio.sleep(0)
        attempt()
    def attempt_on_worker():
        try:
            duotone.run(lambda: duotone.run(hold), timeout=30)
        except KeyboardInterrupt:
            print("interrupted")
"""
        + f"    {WAYS[way]}\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "cleaned up\ninterrupted\n", "")


def test_a_second_interrupt_does_not_wait_for_the_cleanup() -> None:
    called: list[str] = []

    def press_twice() -> None:
        with Interrupts(lambda: called.append("cancel")):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        press_twice()
    assert called == ["cancel"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_of_the_body_wins_over_the_interrupt() -> None:
    def fail() -> None:
        with Interrupts(bool):
            signal.raise_signal(signal.SIGINT)
            raise LookupError

    with pytest.raises(LookupError):
        fail()


def test_off_the_main_thread_nothing_is_changed() -> None:
    seen = []

    def body() -> None:
        with Interrupts(bool):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_a_handler_of_the_program_stays() -> None:
    def mine(*_: object) -> None: ...

    before = signal.signal(signal.SIGINT, mine)
    try:
        with Interrupts(bool, 0):
            assert signal.getsignal(signal.SIGINT) is mine
    finally:
        signal.signal(signal.SIGINT, before)


def test_it_takes_over_from_the_runner_of_asyncio_and_gives_back() -> None:
    async def main() -> bool:
        runners = signal.getsignal(signal.SIGINT)
        with Interrupts(bool):
            assert signal.getsignal(signal.SIGINT) != runners
        return signal.getsignal(signal.SIGINT) == runners

    assert asyncio.run(main())


def test_the_innermost_is_interrupted_first() -> None:
    called: list[str] = []

    def nest() -> None:
        with Interrupts(lambda: called.append("outer")), Interrupts(lambda: called.append("inner")):
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        nest()
    assert called == ["inner"]
