"""Processes: children of a coroutine, forks, the end of the program, and a thousand callers in one."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import time
from typing import TYPE_CHECKING

from benchmarks.crowd import gather
from benchmarks.probes.trial import Refused, describe, expect, finish, last_line, point, scene
from benchmarks.probes.values import double

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial

CALLERS = 1_000
DESCRIPTORS = 1_024


@point("subprocesses")
def subprocesses(trial: Trial) -> None:
    """A coroutine starts a child, reads its output and its exit code."""

    async def child() -> tuple[str, int | None]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "print(6 * 7); raise SystemExit(3)", stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        return out.decode().strip(), process.returncode

    def main() -> None:
        got = trial.run(child)
        expect(got == ("42", 3), f"other output: {got}")

    trial.script(main)


@point("fork", limit=20)
def fork(trial: Trial) -> None:
    """After a call and a fork, calls work in the child and in the parent."""

    def main() -> None:
        expect(trial.run(double, 1) == 2, "another value")
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.write(writing, in_child(trial).encode())
            os._exit(0)
        expect(child_ended(pid, 5), "a call in the forked child hangs")
        said = os.read(reading, 1_000).decode()
        if said.startswith("refused"):
            raise Refused(said.removeprefix("refused "))
        expect(said == "right", f"a call in the forked child failed: {said}")
        expect(trial.run(double, 3) == 6, "another value in the parent after the fork")

    trial.script(main)


def in_child(trial: Trial) -> str:
    """Make two calls and say how they went."""
    try:
        good = all(trial.run(double, number) == number * 2 for number in (21, 4))
    except Refused as refused:
        return f"refused {refused}"
    except BaseException as error:  # noqa: BLE001 - the parent is told
        return describe(error)
    return "right" if good else "another value"


def child_ended(pid: int, seconds: float) -> bool:
    """Wait for a forked child, and end it when it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return False


@scene
def ordinary(trial: Trial) -> None:
    """Make three calls and end."""
    trial.script(lambda: [trial.run(double, number) for number in range(3)])


@point("exit without noise")
def quiet_exit(trial: Trial) -> None:
    """A program that made calls ends in time, with code 0 and nothing on stderr."""
    code, _, err = finish(trial.play("ordinary"), 5)
    expect(code == 0, f"exit code {code}: {last_line(err)}")
    expect(not err.strip(), f"noise: {last_line(err)}")


@scene
def unfinished(trial: Trial) -> None:
    """Leave a task behind that would run for long, and end."""
    kept: list[asyncio.Task[None]] = []

    async def linger() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            print("cleaned", flush=True)

    async def start() -> None:
        kept.append(asyncio.create_task(linger()))
        await asyncio.sleep(0.01)

    trial.script(lambda: trial.run(start))


@point("exit with work pending", limit=20)
def exit_with_work(trial: Trial) -> None:
    """A program that leaves a task running ends in time, and the task is told to clean up."""
    code, out, err = finish(trial.play("unfinished"), 5)
    expect(code == 0, f"exit code {code}: {last_line(err)}")
    expect("Traceback" not in err and "destroyed" not in err, f"noise: {last_line(err)}")
    expect("cleaned" in out, "the pending task was dropped without its clean-up")


@point("1,000 callers at once", limit=60)
def thousand_callers(trial: Trial) -> None:
    """A thousand sync callers wait at the same time, with 1,024 file descriptors for the process."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))

    def main() -> None:
        got = gather(trial.adapter, CALLERS)
        failed = [describe(one) if isinstance(one, BaseException) else repr(one) for one in got if one != 42]
        expect(not failed, f"{len(failed)} of {CALLERS:,} failed: {''.join(failed[:1])}")

    trial.script(main)
