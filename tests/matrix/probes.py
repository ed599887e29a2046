"""What a cell does and what it must see, written once and run in every context; all of it can be sent as JSON."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, TypeAlias

from tests.matrix.callables import CALLS, Call
from tests.matrix.cells import Cell
from tests.matrix.contexts.process import say

Outcome: TypeAlias = dict[str, Any]

SUSPENDED = "suspended"
"""What a process prints when its work waits, and Ctrl-C may come."""

TIMEOUT = 0.05
IN_TIME = 0.5
PAUSES = (0.0, 0.001)
"""Each thing is seen twice: for work that never suspends, and for work for which its caller really waits."""

seen: ContextVar[str] = ContextVar("seen", default="nothing")


class Wanted(Exception):
    """What failing work raises."""


class Witness:
    """What the test can see of, and do to, work that is suspended until somebody ends it."""

    def __init__(self) -> None:
        self.is_suspended = threading.Event()
        self.is_clean = False
        self.task: asyncio.Task[Any] | None = None
        self.ending: asyncio.Future[str] | None = None

    async def hold(self) -> str:
        """Stay suspended until ended from outside."""
        loop = asyncio.get_running_loop()
        self.task, self.ending = asyncio.current_task(), loop.create_future()
        loop.call_later(0.001, self.is_suspended.set)  # by a timer, so that whoever drives the loop has come to rest
        try:
            return await self.ending
        finally:
            self.is_clean = True

    def cancel(self) -> None:
        """Cancel the task of the work, from another thread."""
        assert self.task is not None
        self.task.get_loop().call_soon_threadsafe(self.task.cancel)

    def finish(self) -> None:
        """Let the work return, from another thread or a signal handler."""
        assert self.ending is not None
        self.ending.get_loop().call_soon_threadsafe(self.ending.set_result, "an answer")


latest = Witness()
"""The witness of the work that was held last; a signal handler, or another thread, has no other way to find it."""


async def answer(pause: float) -> str:
    await _pause(pause)
    return "an answer"


async def fail(pause: float) -> None:
    await _pause(pause)
    raise Wanted("a reason")


async def look(pause: float) -> str:
    await _pause(pause)
    return seen.get()


async def change(pause: float) -> None:
    await _pause(pause)
    seen.set("by the work")


async def _pause(pause: float) -> None:
    if pause:
        await asyncio.sleep(pause)


def value(call: Call) -> Outcome:
    return {"returned": [call(answer, pause) for pause in PAUSES]}


def exception(call: Call) -> Outcome:
    return {"raised": [_failure(call, pause) for pause in PAUSES]}


def _failure(call: Call, pause: float) -> list[str]:
    try:
        call(fail, pause)
    except Wanted as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [str(error), frames[0].name, frames[-1].name, frames[-1].line or ""]
    return []


def context_in(call: Call) -> Outcome:
    token = seen.set("by the caller")
    try:
        return {"seen": [call(look, pause) for pause in PAUSES]}
    finally:
        seen.reset(token)


def context_back(call: Call) -> Outcome:
    return {"seen": [_seen_after(call, pause) for pause in PAUSES]}


def _seen_after(call: Call, pause: float) -> str:
    token = seen.set("by the caller")
    try:
        call(change, pause)
        return seen.get()
    finally:
        seen.reset(token)


def timeout(call: Call) -> Outcome:
    outcome: Outcome = {}
    # A machine with more to do than it can may be late once, but not three times in a row.
    for _ in range(3):
        work, start = _new_witness().hold, monotonic()
        outcome = ending_of(lambda: call(work, timeout=TIMEOUT))  # noqa: B023  # called at once
        outcome["is_in_time"] = TIMEOUT <= monotonic() - start < IN_TIME
        if outcome == EXPECTED["timeout"]:
            break
    return outcome


def cancellation(call: Call) -> Outcome:
    witness = _new_witness()
    with _once_suspended(witness, witness.cancel):
        return ending_of(lambda: call(witness.hold))


def ctrl_c(call: Call) -> Outcome:
    witness = _new_witness()
    with _once_suspended(witness, announce):
        return ending_of(lambda: call(witness.hold))


def _new_witness() -> Witness:
    global latest  # noqa: PLW0603  # see there
    latest = Witness()
    return latest


def announce() -> None:
    """Tell whoever started this process that Ctrl-C may come."""
    say(SUSPENDED)


@contextmanager
def _once_suspended(witness: Witness, act: Callable[[], None]) -> Iterator[None]:
    """Call `act` from a thread as soon as the work is suspended."""
    is_over = False

    def wait_and_act() -> None:
        witness.is_suspended.wait()
        if not is_over:
            act()

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    try:
        yield
    finally:
        is_over = True
        witness.is_suspended.set()
        thread.join()


def ending_of(wait: Callable[[], Any]) -> Outcome:
    """Wait for the work that is held, and tell how that ended and whether the work had cleaned up by then."""
    try:
        ending = {"returned": wait()}
    except BaseException as error:  # noqa: BLE001  # whatever it is, it is the outcome
        ending = {"raised": type(error).__name__, "is_timeout_error": isinstance(error, TimeoutError)}
    return ending | {"is_clean": latest.is_clean}


PROBES: dict[str, Callable[[Call], Outcome]] = {
    probe.__name__: probe for probe in (value, exception, context_in, context_back, timeout, cancellation, ctrl_c)
}

EXPECTED: dict[str, Outcome] = {
    "value": {"returned": ["an answer"] * 2},
    "exception": {"raised": [["a reason", "_failure", "fail", 'raise Wanted("a reason")']] * 2},
    "context_in": {"seen": ["by the caller"] * 2},
    "context_back": {"seen": ["by the work"] * 2},
    "timeout": {"raised": "TimedOut", "is_timeout_error": True, "is_clean": True, "is_in_time": True},
    "cancellation": {"raised": "CancelledError", "is_timeout_error": False, "is_clean": True},
    "ctrl_c": {"raised": "KeyboardInterrupt", "is_timeout_error": False, "is_clean": True},
}

# A server has a Ctrl-C of its own: what runs is finished and answered, then the process ends, and ends well.
EXPECTED_OF_SERVER = {"returned": "an answer", "is_clean": True, "status": 200, "exit_code": 0}


def observe(cell: Cell) -> Outcome:
    """Do what the cell says in the current context, and return what was seen."""
    return PROBES[cell.outcome](CALLS[cell.callable])


def expected(cell: Cell) -> Outcome:
    """Return what has to be seen in a cell."""
    if cell.outcome == "ctrl_c" and cell.context.startswith("fastapi"):
        return EXPECTED_OF_SERVER
    return EXPECTED[cell.outcome]
