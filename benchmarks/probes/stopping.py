"""How a call is stopped: its caller cancelled, its time over, Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from typing import TYPE_CHECKING

from benchmarks.probes.trial import expect, finish, last_line, point, scene

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial

# Longer than any probe waits for the end, short enough that a program which is not stopped ends by itself.
LONG = 6.0


class Sleep:
    """When a coroutine began, and whether it was cancelled."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.cancelled = threading.Event()


async def sleep(seen: Sleep) -> None:
    """Sleep for long and tell of an early end."""
    seen.began.set()
    try:
        await asyncio.sleep(LONG)
    except asyncio.CancelledError:
        seen.cancelled.set()
        raise


async def until(event: threading.Event) -> None:
    """Wait on a loop for an event of a thread."""
    deadline = time.monotonic() + 2
    while not event.is_set() and time.monotonic() < deadline:  # noqa: ASYNC110 - the event belongs to a thread
        await asyncio.sleep(0.005)


@point("cancelling the caller", limit=20)
def cancel_caller(trial: Trial) -> None:
    """A task calls sync code that waits for a coroutine; cancelling the task cancels the coroutine."""
    seen = Sleep()
    in_time: list[bool] = []

    async def outer() -> None:
        await trial.adapter.cancel_midway(lambda: trial.run(sleep, seen), lambda: until(seen.began))
        await until(seen.cancelled)
        in_time.append(seen.cancelled.is_set())

    with trial.adapter.ready():
        asyncio.run(outer())
    expect(seen.began.is_set(), "the coroutine never began")
    expect(in_time == [True], "the coroutine went on, uncancelled")


@point("timeout")
def timeout(trial: Trial) -> None:
    """A call that takes too long raises TimeoutError in time, and its coroutine is cancelled."""
    seen = Sleep()

    def main() -> None:
        asked = time.monotonic()
        try:
            trial.adapter.run_within(0.1, sleep, seen)
        except TimeoutError:
            took = time.monotonic() - asked
            expect(took < 1, f"TimeoutError only after {took:.1f} s")
            expect(seen.cancelled.wait(1), "the coroutine went on, uncancelled")
        else:
            expect(False, "no TimeoutError")  # noqa: FBT003 - it reads as what it is

    trial.script(main)


@scene
def interrupted(trial: Trial) -> None:
    """Wait for a coroutine until Ctrl-C, then say what happened."""
    seen = Sleep()

    def tell() -> None:
        seen.began.wait()
        print("began", flush=True)

    threading.Thread(target=tell, daemon=True).start()
    try:
        trial.script(lambda: trial.run(sleep, seen))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    # A loop on another thread may still be delivering the cancellation.
    if seen.cancelled.wait(1):
        print("cancelled", flush=True)


@point("Ctrl-C", limit=20)
def ctrl_c(trial: Trial) -> None:
    """A real SIGINT raises KeyboardInterrupt in the caller at once and cancels the coroutine."""
    process = trial.play("interrupted")
    assert process.stdout is not None
    expect(process.stdout.readline().strip() == "began", "the coroutine never began")
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process, LONG / 2)
    expect("interrupted" in out, f"no KeyboardInterrupt in the caller: {last_line(err) or code}")
    expect("cancelled" in out, "the coroutine was never cancelled")
    expect(code == 0, f"exit code {code}: {last_line(err)}")
