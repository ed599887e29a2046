"""L3 and L4 in the tour: which loop and thread a call runs on, and from where it can be made."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

from duotone import Portal, offload, run
from duotone.errors import TimedOut, WouldDeadlock
from duotone.tour.panes import Pane, Seen, Side

__all__ = ["PANES", "answer"]

_BLOCKED, _LIMIT, _PATIENCE = 0.3, 0.05, 0.1
"""Seconds: for how long a step blocks, how long it may take, and after which we call a wait endless."""


class _Client:
    """A client as they are: its replies belong to the loop on which it first waited for one."""

    def __init__(self) -> None:
        self._replies: asyncio.Queue[str] = asyncio.Queue()

    async def ask(self, question: str) -> str:
        """Wait for the reply to one question."""
        asyncio.get_running_loop().call_soon(self._replies.put_nowait, question.upper())
        return await self._replies.get()


def _ask_on_new_loops() -> Seen:
    """Use one client in two calls, each with a loop of its own."""
    client = _Client()
    first = asyncio.run(client.ask("one"))
    try:
        asyncio.run(client.ask("two"))
    except RuntimeError as error:
        reason = str(error).partition("is ")[2] or str(error)
        return Seen(f"{first!r}, then RuntimeError: is {reason}", is_as_claimed=True)
    return Seen("both answered", is_as_claimed=False)


def _ask_on_the_bridge() -> Seen:
    """Use one client in two calls, which share the bridge's loop."""
    client = _Client()
    replies = [run(client.ask, question) for question in ("one", "two")]
    return Seen(f"{replies[0]!r}, then {replies[1]!r}, on one loop", is_as_claimed=replies == ["ONE", "TWO"])


async def _block() -> str:
    # duotone: allow blocking-call -- the fault that is shown
    time.sleep(_BLOCKED)  # noqa: ASYNC251  # the same
    return "sent"


async def _watch(make: Callable[[], Awaitable[str]]) -> tuple[str, float, int]:
    """Await a step, and tell how it ended, after how long, and how often another task could run meanwhile."""
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(_LIMIT / 10)
            ticks += 1

    ticker = asyncio.create_task(tick())
    await asyncio.sleep(0)
    began = time.monotonic()
    try:
        outcome = await make()
    except TimeoutError as error:
        outcome = type(error).__name__
    seconds, seen = time.monotonic() - began, ticks
    ticker.cancel()
    return outcome, seconds, seen


def _block_the_loop() -> Seen:
    """Give a blocking async function a timeout."""
    outcome, seconds, ticks = asyncio.run(_watch(lambda: asyncio.wait_for(_block(), _LIMIT)))
    text = f"{outcome!r} after {seconds:.2f} s; others ran {ticks} times"
    return Seen(text, is_as_claimed=seconds >= _BLOCKED and not ticks)


def _offload_the_block() -> Seen:
    """Run the same function on a worker, with the same timeout."""
    ended = threading.Event()

    def note(_value: object, _error: BaseException | None) -> None:
        ended.set()

    outcome, seconds, ticks = asyncio.run(_watch(lambda: offload(_block, timeout=_LIMIT, on_late=note)))
    ended.wait(2 * _BLOCKED)  # so that nothing of this pane goes on during the next
    text = f"{outcome} after {seconds:.2f} s, cleanup included; others ran {ticks} times"
    return Seen(text, is_as_claimed=outcome == TimedOut.__name__ and seconds < _BLOCKED and ticks > 0)


async def answer(log: list[str] | None = None) -> int:
    """Answer, and log that it was asked."""
    await asyncio.sleep(0)
    if log is not None:
        log.append("asked")
    return 42


def _run_in_a_running_loop() -> Seen:
    """Call a sync function that calls `asyncio.run`, from a handler or a notebook cell."""

    async def handle() -> Seen:
        coroutine = answer()
        try:
            return Seen(repr(asyncio.run(coroutine)), is_as_claimed=False)
        except RuntimeError as error:
            coroutine.close()
            return Seen(f"RuntimeError: {error}", is_as_claimed=True)

    return asyncio.run(handle())


def _run_anywhere() -> Seen:
    """Do the same with `run`: in a script, in a running loop, and nested in both."""

    async def handle() -> int:
        return run(answer)  # duotone: allow blocking-call -- that it works here is what is shown

    answers = run(answer), asyncio.run(handle()), run(handle)
    return Seen(f"{answers[0]}, in a script and nested too", is_as_claimed=answers == (42, 42, 42))


def _wait_for_oneself() -> Seen:
    """Wait on the loop's own thread for something that only that loop can do."""

    async def handle() -> Seen:
        future = asyncio.run_coroutine_threadsafe(answer(), asyncio.get_running_loop())
        try:
            # duotone: allow blocking-call -- the fault that is shown
            return Seen(repr(future.result(_PATIENCE)), is_as_claimed=False)
        except TimeoutError:
            future.cancel()
            return Seen(f"hangs; given up here after {_PATIENCE} s", is_as_claimed=True)

    return asyncio.run(handle())


def _refuse_to_wait_for_oneself() -> Seen:
    """Do the same through a portal."""
    log: list[str] = []

    async def handle() -> Seen:
        try:
            Portal().run(answer, log)
        except WouldDeadlock as error:
            return Seen(f"WouldDeadlock: {' → '.join(error.cycle)}", is_as_claimed=not log)
        return Seen("it ended", is_as_claimed=False)

    return asyncio.run(handle())


PANES = [
    Pane(
        "L3",
        "home",
        "a client that belongs to its loop, used twice",
        Side('asyncio.run(client.ask("one")) # then "two"', _ask_on_new_loops),
        Side('run(client.ask, "one") # then "two"', _ask_on_the_bridge),
    ),
    Pane(
        "L3",
        "blocking",
        f"an async function that blocks for {_BLOCKED} s, with a timeout of {_LIMIT} s",
        Side(f"await asyncio.wait_for(step(), {_LIMIT})", _block_the_loop),
        Side(f"await offload(step, timeout={_LIMIT})", _offload_the_block),
    ),
    Pane(
        "L4",
        "anywhere",
        "sync code that needs a coroutine, while a loop is running",
        Side("asyncio.run(answer())", _run_in_a_running_loop),
        Side("run(answer)", _run_anywhere),
    ),
    Pane(
        "L4",
        "deadlock",
        "a wait that could never end",
        Side("run_coroutine_threadsafe(answer(), loop).result()", _wait_for_oneself),
        Side("portal.run(answer)", _refuse_to_wait_for_oneself),
    ),
]
