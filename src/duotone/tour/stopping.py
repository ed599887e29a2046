"""L6 in the tour: timeouts that hold, threads that nobody waits for, and cancelling that arrives."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

from duotone import call, offload, run
from duotone.tour.panes import Pane, Seen, Side

__all__ = ["PANES"]

_LIMIT, _WORK, _SOON = 0.05, 0.3, 0.15
"""Seconds: the timeout, how long stubborn work takes, and by when a timeout of `LIMIT` must have been seen."""


def _seconds_until_timeout(attempt: Callable[[], Awaitable[object]]) -> float:
    """Tell after how long a program that makes this attempt can go on."""

    async def main() -> None:
        try:
            await attempt()
        except TimeoutError:
            return

    began = time.monotonic()
    asyncio.run(main())
    return time.monotonic() - began


def _time_out_a_thread() -> Seen:
    """Give a function on a thread a timeout."""
    released = threading.Event()
    seconds = _seconds_until_timeout(lambda: asyncio.wait_for(asyncio.to_thread(released.wait, _WORK), _LIMIT))
    return Seen(f"goes on after {seconds:.2f} s, since it joins the thread", is_as_claimed=seconds >= _WORK)


def _abandon_a_thread() -> Seen:
    """Give the same function the same timeout, and take its result when it comes."""
    released, ended = threading.Event(), threading.Event()
    late: list[object] = []

    def keep(value: object, _error: BaseException | None) -> None:
        late.append(value)
        ended.set()

    seconds = _seconds_until_timeout(lambda: offload(released.wait, _WORK, timeout=_LIMIT, on_late=keep))
    released.set()
    ended.wait(_WORK)
    text = f"goes on after {seconds:.2f} s; {late} came late"
    return Seen(text, is_as_claimed=seconds < _SOON and late == [True])


class _Upload:
    """A coroutine that says when it has begun, and how it ended."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = "never"

    async def send(self) -> None:
        """Take some time, and clean up when cancelled."""
        self.begun.set()
        try:
            await asyncio.sleep(_SOON)
            self.ended = "to its end"
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise


async def _cancel(upload: _Upload, work: Awaitable[object]) -> None:
    """Cancel a task that runs some work, once the upload within is under way."""
    task = asyncio.ensure_future(work)
    await asyncio.to_thread(upload.begun.wait, 5)
    task.cancel()
    await asyncio.wait({task})


def _cancel_the_thread_around() -> Seen:
    """Cancel a task that waits for a thread, which waits for a coroutine."""
    upload = _Upload()
    asyncio.run(_cancel(upload, asyncio.to_thread(lambda: asyncio.run(upload.send()))))
    return Seen(f"the coroutine ran {upload.ended}", is_as_claimed=upload.ended == "to its end")


def _cancel_what_it_waits_for() -> Seen:
    """Do the same with `call` and `run`."""
    upload = _Upload()
    asyncio.run(_cancel(upload, call(lambda: run(upload.send))))
    return Seen(f"the coroutine was {upload.ended}, and cleaned up", is_as_claimed=upload.ended == "cancelled")


PANES = [
    Pane(
        "L6",
        "timeout",
        f"a sync function that takes {_WORK} s, with a timeout of {_LIMIT} s",
        Side(f"asyncio.wait_for(to_thread(work), {_LIMIT})", _time_out_a_thread),
        Side(f"offload(work, timeout={_LIMIT}, on_late=keep)", _abandon_a_thread),
    ),
    Pane(
        "L6",
        "cancel",
        "cancelling a task → thread → coroutine",
        Side("to_thread(lambda: asyncio.run(send()))", _cancel_the_thread_around),
        Side("call(lambda: run(send))", _cancel_what_it_waits_for),
    ),
]
