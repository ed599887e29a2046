"""Tools that misbehave: each call has one outcome, and the agent an answer that it can use."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable
from typing import Any

import pytest

from duotone.contract.settings import settings
from duotone.runtime import tool
from duotone.runtime.outcomes import Outcome
from duotone.runtime.tools.invocation import FORKED
from tests.runtime.tools.calls import FACES, Caller


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "grace", 0.05)


def raises() -> None:
    raise ValueError("the shelf is empty")


async def raises_later() -> None:
    await asyncio.sleep(0)
    raise ValueError("the shelf is empty")


@FACES
@pytest.mark.parametrize("function", [raises, raises_later])
def test_a_tool_that_raises_has_failed_and_says_why(face: str, function: Any) -> None:
    caller = Caller(face, tool(function, name="look"))
    assert caller.answer("look") == "look failed: ValueError: the shelf is empty"


@FACES
def test_an_async_tool_that_hangs_is_stopped_when_its_time_is_over(face: str) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    caller = Caller(face, tool(hang, timeout=0.05))
    assert caller.attempt("hang").outcome is Outcome.TIMED_OUT
    assert caller.answer("hang").startswith("hang was stopped: ")


@FACES
def test_a_sync_tool_that_hangs_is_abandoned_and_what_it_gives_later_is_late(face: str) -> None:
    go = threading.Event()

    def hang() -> str:
        go.wait()
        return "at last"

    caller = Caller(face, tool(hang, timeout=0.05))
    attempt = caller.attempt("hang")
    assert attempt.outcome is Outcome.ABANDONED
    go.set()
    assert caller.came.wait(10)
    assert [(late.outcome, late.result) for late in caller.late] == [(Outcome.OK, "at last")]


@FACES
def test_a_tool_that_ignores_every_attempt_to_stop_it_is_abandoned(face: str) -> None:
    go = threading.Event()

    async def stubborn() -> str:
        while not go.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.01)
        return "still here"

    caller = Caller(face, tool(stubborn, timeout=0.05))
    assert caller.answer("stubborn").startswith("stubborn was given up and may still be at work: ")
    go.set()
    assert caller.came.wait(10)
    assert [late.result for late in caller.late] == ["still here"]


@FACES
def test_a_tool_that_blocks_signals_is_abandoned(face: str) -> None:
    go = threading.Event()

    def deaf() -> str:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        go.wait()
        return "heard nothing"

    caller = Caller(face, tool(deaf, timeout=0.05))
    assert caller.attempt("deaf").outcome is Outcome.ABANDONED
    go.set()
    assert caller.came.wait(10)


@FACES
def test_a_coroutine_that_a_sync_tool_returns_is_run_to_its_end(face: str) -> None:
    async def inner() -> Awaitable[str]:
        async def innermost() -> str:
            return "drained"

        return innermost()

    def outer() -> Any:
        return inner()

    assert Caller(face, outer).answer("outer") == "drained"


@FACES
def test_a_coroutine_inside_of_a_result_is_a_failure_and_not_a_result(face: str) -> None:
    async def inner() -> int:
        return 1

    def outer() -> Any:
        return {"value": inner()}

    caller = Caller(face, outer)
    assert caller.attempt("outer").outcome is Outcome.FAILED
    assert "await it before it is returned" in caller.answer("outer")


@FACES
def test_a_tool_that_prints_a_megabyte_is_a_tool_that_prints(face: str, capfd: pytest.CaptureFixture[str]) -> None:
    def chatty() -> str:
        print("x" * 1_000_000)  # noqa: T201  # that is the trouble
        os.write(2, b"y" * 10_000)
        return "done"

    assert Caller(face, chatty).answer("chatty") == "done"
    assert len(capfd.readouterr().out) == 1_000_001


@FACES
def test_a_tool_that_returns_a_megabyte_is_shown_in_part(face: str) -> None:
    def long() -> str:
        return "x" * 1_000_000

    async def long_later() -> dict[str, str]:
        return {"text": "y" * 1_000_000}

    caller = Caller(face, long, long_later)
    assert "970,000 of 1,000,000 characters left out" in caller.answer("long")
    assert len(caller.answer("long_later")) < 31_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@FACES
@pytest.mark.parametrize("child", ["returns", "raises"])
def test_a_process_that_a_tool_has_forked_ends_with_the_tool(face: str, child: str) -> None:
    def fork() -> Any:
        number = os.fork()
        if number == 0 and child == "raises":
            raise ValueError("in the child")
        return number

    attempt = Caller(face, fork).attempt("fork")
    assert attempt.outcome is Outcome.OK
    assert isinstance(attempt.result, int)
    _, status = os.waitpid(attempt.result, 0)
    assert os.waitstatus_to_exitcode(status) == FORKED


@FACES
def test_a_tool_that_leaves_a_process_behind_returns_all_the_same(face: str) -> None:
    def leave() -> int:
        left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
        processes.append(left)
        return left.pid

    processes: list[subprocess.Popen[bytes]] = []
    begun = time.monotonic()
    attempt = Caller(face, leave).attempt("leave")
    assert attempt.outcome is Outcome.OK
    assert time.monotonic() - begun < 30
    assert processes[0].poll() is None
    processes[0].kill()
    processes[0].wait()


def test_a_tool_that_exits_on_a_worker_has_failed() -> None:
    def leave() -> None:
        sys.exit(2)

    caller = Caller("async", leave)
    assert "has called sys.exit(2)" in caller.answer("leave")


def test_an_exit_on_the_main_thread_is_the_processes_own() -> None:
    def leave() -> None:
        sys.exit(2)

    assert Caller("sync", leave).attempt("leave").outcome is Outcome.CANCELLED
