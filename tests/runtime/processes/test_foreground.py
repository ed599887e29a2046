"""Commands that somebody waits for, with all the ways in which they misbehave."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from duotone.errors import CommandNotStarted
from duotone.runtime import AsyncLog, AsyncProcesses, ProcessPolicy
from tests.runtime.processes.stage import Faced, alive, until


def test_a_command_gives_its_output_and_its_exit_code(processes: Faced) -> None:
    done = processes.run("echo out; echo err >&2; exit 3")
    assert (done.code, done.output, done.total, done.reason) == (3, "out\nerr\n", 8, None)


def test_a_program_with_arguments_needs_no_shell(processes: Faced) -> None:
    assert processes.run(["printf", "%s|", "a b", "$HOME"]).output == "a b|$HOME|"


def test_a_command_that_dies_by_a_signal_says_which(processes: Faced) -> None:
    assert processes.run("kill -SEGV $$").code == -signal.SIGSEGV


def test_a_program_that_is_not_there_is_an_error(processes: Faced) -> None:
    with pytest.raises(CommandNotStarted, match="no-such-program"):
        processes.run(["no-such-program"])


def test_a_command_has_no_input_to_wait_for(processes: Faced) -> None:
    assert processes.run("cat; echo done").output == "done\n"


def test_a_command_whose_time_is_up_is_ended_with_its_children(processes: Faced, mark: str) -> None:
    begun = time.monotonic()
    done = processes.run("sleep 100 & sleep 100", timeout=0.3)
    assert done.is_timeout
    assert done.code == -signal.SIGTERM
    assert time.monotonic() - begun < 10
    assert alive(mark) == []


def test_a_command_that_ignores_signals_is_killed(processes: Faced, mark: str) -> None:
    done = processes.run("trap '' TERM INT HUP; echo deaf; while :; do sleep 0.05; done", timeout=0.3)
    assert (done.code, done.reason, done.output) == (-signal.SIGKILL, "timeout", "deaf\n")
    assert alive(mark) == []


def test_what_a_command_leaves_behind_is_ended_with_it(processes: Faced, mark: str) -> None:
    done = processes.run("sleep 100 & echo started")
    assert (done.code, done.output, done.left) == (0, "started\n", 1)
    assert alive(mark) == []


def test_a_process_that_has_forked_away_is_found_and_ended(processes: Faced, mark: str) -> None:
    away = "import os, time; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); time.sleep(100)"
    done = processes.run(["python3", "-c", away])
    assert done.code == 0
    assert alive(mark) == []


def test_a_command_that_closes_its_streams_is_waited_for(processes: Faced) -> None:
    done = processes.run("echo before; exec 1>&- 2>&-; sleep 0.2; exit 5")
    assert (done.code, done.output) == (5, "before\n")


def test_a_child_that_holds_the_output_open_keeps_nobody_waiting(processes: Faced) -> None:
    begun = time.monotonic()
    assert processes.run("(trap '' HUP; sleep 100) & exit 2").code == 2
    assert time.monotonic() - begun < 10


def test_of_too_much_output_the_beginning_and_the_end_are_shown(processes: Faced) -> None:
    done = processes.run("echo first; seq 1 100000; echo last", show=200)
    assert done.output.startswith("first\n1\n")
    assert done.output.endswith("100000\nlast\n")
    assert "bytes left out" in done.output
    assert done.total == 588_906


@pytest.mark.parametrize("face", ["sync"])  # what prints, and what reads, is a process of its own
def test_a_gigabyte_of_output_takes_no_room(processes: Faced, tmp_path: Path) -> None:
    most = 0
    ended = threading.Event()

    def look() -> None:
        nonlocal most
        while not ended.wait(0.02):
            files = [path for path in tmp_path.rglob("output.*") if path.exists()]
            most = max(most, sum(_size(path) for path in files))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        done = processes.run("head -c 1000000000 /dev/zero; echo end", show=100, timeout=50)
    finally:
        ended.set()
        watcher.join()
    assert (done.code, done.total) == (0, 1_000_000_004)
    assert done.output.endswith("\0end\n")
    assert 0 < most < 4 << 20


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def test_nothing_is_kept_of_a_command_that_has_ended(processes: Faced, path: Path) -> None:
    processes.run("echo hi")
    assert os.listdir(f"{path}-processes") == []  # noqa: PTH208
    assert processes.store.sessions() == []


async def test_a_caller_who_is_cancelled_takes_the_command_along(path: Path, policy: ProcessPolicy, mark: str) -> None:
    async with AsyncLog(path) as log, AsyncProcesses(log, policy) as processes:
        running = asyncio.create_task(processes.run("echo on; sleep 100"))
        await asyncio.to_thread(until, lambda: [one for one in alive(mark) if "sleep 100" in one])
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert await asyncio.to_thread(alive, mark) == []


async def test_a_caller_who_is_cancelled_before_the_start_leaves_nothing_running(
    path: Path, policy: ProcessPolicy, mark: str
) -> None:
    async with AsyncLog(path) as log, AsyncProcesses(log, policy) as processes:
        for delay in (0.0, 0.005, 0.02, 0.05):
            running = asyncio.create_task(processes.run("sleep 100"))
            await asyncio.sleep(delay)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            assert await asyncio.to_thread(alive, mark) == []


async def test_many_commands_at_once_hold_no_loop(path: Path, policy: ProcessPolicy) -> None:
    async with AsyncLog(path) as log, AsyncProcesses(log, policy) as processes:
        done = await asyncio.gather(*(processes.run(f"echo {number}; exit {number}") for number in range(20)))
    assert [(one.code, one.output) for one in done] == [(number, f"{number}\n") for number in range(20)]
