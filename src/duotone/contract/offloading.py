"""From a loop to a thread: `offload` runs anything on a worker, and the loop goes on."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, TypeVarTuple, overload

from duotone.contract.apart import run_apart
from duotone.contract.awaitables import finish, not_callable
from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.context import bring_back
from duotone.contract.figures import count
from duotone.contract.jobs import Job, OnLate, State
from duotone.contract.settings import check_timeout, settings
from duotone.contract.waits import Frame, current_owner, name_of
from duotone.contract.workers import Pool, default_pool
from duotone.errors import IsStream, NoRunningLoop, TimedOut

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["await_within", "drain", "offload", "running_loop"]

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@overload
async def offload(callee: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
async def offload(callee: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], Awaitable[T]],
    /,
    *args: *Ts,
    pool: Pool | None,
    timeout: float | None = None,
    on_late: OnLate | None = None,
) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], T],
    /,
    *args: *Ts,
    pool: Pool | None,
    timeout: float | None = None,
    on_late: OnLate | None = None,
) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], Awaitable[T]],
    /,
    *args: *Ts,
    timeout: float | None,
    pool: Pool | None = None,
    on_late: OnLate | None = None,
) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], T],
    /,
    *args: *Ts,
    timeout: float | None,
    pool: Pool | None = None,
    on_late: OnLate | None = None,
) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], Awaitable[T]],
    /,
    *args: *Ts,
    on_late: OnLate | None,
    pool: Pool | None = None,
    timeout: float | None = None,
) -> T: ...
@overload
async def offload(
    callee: Callable[[*Ts], T],
    /,
    *args: *Ts,
    on_late: OnLate | None,
    pool: Pool | None = None,
    timeout: float | None = None,
) -> T: ...
async def offload(  # type: ignore[misc]  # options beside a ParamSpec can't be written in one signature
    callee: Any,
    /,
    *args: Any,
    pool: Pool | None = None,
    timeout: float | None = None,
    on_late: OnLate | None = None,
    **kwargs: Any,
) -> Any:
    """Call anything on a worker thread, and wait for its result without blocking the loop.

    `pool` is a `Pool`, or a `Worker` whose one thread is the home of everything that it runs. An async callable gets
    a loop of its own on the worker, so even a body that blocks holds nobody up.

    When the timeout passes or the caller is cancelled, work that has not started is withdrawn, and work that can't be
    stopped is abandoned: nobody joins it, `figures` shows it, and `on_late` gets its value or error if it ever ends.

    Raises `NotCallable`, `IsStream`, `BadTimeout`, `NoRunningLoop`, `PoolClosed`, `PoolExhausted` or `WouldDeadlock`
    before anything is called, and `TimedOut`.
    """
    if not callable(callee):
        raise not_callable(callee, "offload")
    name, color = name_of(callee), color_of(callee)
    if color.is_stream:
        raise IsStream(name, is_async=color.is_async)
    if timeout is not None:
        check_timeout(timeout)
    loop = running_loop("offload")
    function: Callable[[], Any] = partial(callee, *args, **kwargs)
    if color is Color.ASYNC:
        function = partial(run_apart, function)
    before, future = copy_context(), loop.create_future()
    frame = Frame(current_owner(), name)
    job = Job(function, before.copy(), frame, partial(_tell, loop, future), home=loop, on_late=on_late)
    pool = default_pool if pool is None else pool
    pool.submit(job)
    try:
        await (future if timeout is None else await_within(future, name, timeout))
    except BaseException as error:
        end = await _give_up(pool, job, loop)
        if not isinstance(error, TimedOut):
            if end is State.DONE:  # it ended just before, and nobody will get what it gave
                job.report_late()
            raise
        if end is not State.DONE:
            raise TimedOut(name, error.seconds, abandoned=end is State.ABANDONED) from None
    bring_back(job.context, before)
    result = job.result()
    return await drain(result) if is_awaitable(result) else result


def running_loop(verb: str) -> asyncio.AbstractEventLoop:
    """Return the running asyncio loop; raises `NoRunningLoop` if there is none, or if it is trio's."""
    loop = asyncio._get_running_loop()
    if loop is None:
        trio = sys.modules.get("trio")
        raise NoRunningLoop(verb, "trio" if trio is not None and trio.lowlevel.in_trio_run() else None)
    return loop


async def drain(result: Any) -> Any:
    """Await `result`, and what that gives, until there is a value."""
    while is_awaitable(result):
        result = await result
    return result


async def await_within(awaitable: Awaitable[T], name: str, seconds: float) -> T:
    """Await something for at most so many seconds; raises `TimedOut` when they have passed."""
    deadline, limit = monotonic() + seconds, asyncio.timeout(seconds)
    try:
        async with limit:
            result = await awaitable
    except BaseException as error:
        if isinstance(error, TimeoutError) and isinstance(error.__cause__, asyncio.CancelledError) and limit.expired():
            raise TimedOut(name, seconds) from error
        if limit.expired():
            await _take_back_cancel()
        raise
    if monotonic() > deadline:  # it blocked the loop that could have cancelled it
        if limit.expired():
            await _take_back_cancel()
        count("late")
        raise TimedOut(name, seconds, is_late=True)
    return result


async def _take_back_cancel() -> None:
    """Take back the cancel of a timeout that came too late, in the middle of a step: before 3.13 it would stay."""
    task = asyncio.current_task()
    assert task is not None
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        if task.cancelling():  # pragma: no branch  # from 3.13 on, no other is left
            raise


async def _give_up(pool: Pool, job: Job, loop: asyncio.AbstractEventLoop) -> State:
    """Stop waiting for `job`, and tell what became of it; one that can be stopped has a moment to clean up."""
    ended = loop.create_future()
    job.notify = partial(_tell, loop, ended)
    can_stop = job.cancel_inner is not None
    end = pool.give_up(job)
    if end is State.ABANDONED and can_stop:
        await asyncio.wait({ended}, timeout=settings.grace)
        if job.state is State.DONE:
            return State.WITHDRAWN
    return end


def _tell(loop: asyncio.AbstractEventLoop, future: asyncio.Future[None]) -> None:
    """Tell the waiting task, from the worker's thread, that its job is done."""
    with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
        loop.call_soon_threadsafe(finish, future)
