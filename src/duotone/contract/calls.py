"""The verbs of both colors: `run` calls anything from sync code, `call` anything from async code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, TypeVarTuple, overload

from duotone.contract.awaitables import discard
from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.crossing import check_holding, run_on_worker, run_to_end
from duotone.contract.offloading import await_within, drain, offload, running_loop
from duotone.contract.settings import Holding, check_timeout
from duotone.contract.waits import name_of
from duotone.errors import IsStream, NotCallable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["call", "run"]

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

# Looking up a member of an enum costs as much as the rest of a decision.
_SYNC, _ASYNC = Color.SYNC, Color.ASYNC


@overload
def run(callee: Awaitable[T], /, *, timeout: float | None = None, holding: Holding | None = None) -> T: ...
@overload
def run(callee: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
def run(callee: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
def run(
    callee: Callable[[*Ts], Awaitable[T]], /, *args: *Ts, timeout: float | None, holding: Holding | None = None
) -> T: ...
@overload
def run(callee: Callable[[*Ts], T], /, *args: *Ts, timeout: float | None, holding: Holding | None = None) -> T: ...
@overload
def run(
    callee: Callable[[*Ts], Awaitable[T]], /, *args: *Ts, holding: Holding | None, timeout: float | None = None
) -> T: ...
@overload
def run(callee: Callable[[*Ts], T], /, *args: *Ts, holding: Holding | None, timeout: float | None = None) -> T: ...
def run(  # type: ignore[misc]  # options beside a ParamSpec can't be written in one signature
    callee: Any, /, *args: Any, timeout: float | None = None, holding: Holding | None = None, **kwargs: Any
) -> Any:
    """Call anything of either color from sync code, wherever that runs, and return its result.

    A sync callable runs on this thread; with a `timeout` it runs on a worker, so that the timeout holds. An awaitable,
    or what an async callable returns, runs on duotone's shared loop; inside work that `call` or `offload` has put on
    a worker it runs on the loop that waits for that work. Context variables go in, and changes come back.

    `holding` says what to do when an event loop is running on this thread and would be held up: ``"allow"``,
    ``"warn"`` or ``"raise"``; the policy of the process is set with `configure`.

    Raises, before anything is called: `NotCallable`, `IsStream`, `AlreadyAwaited`, `BadTimeout`, `WouldDeadlock`,
    `WrongLoop`, `LoopHeld`. Raises `TimedOut` when the call didn't end in time.
    """
    if not callable(callee):
        return _run_awaitable(callee, args or kwargs, timeout, holding)
    if timeout is not None:
        check_timeout(timeout)
    color = color_of(callee)
    if color is _SYNC and timeout is None:
        result = callee(*args, **kwargs)
        return _run_awaitable(result, None, None, holding) if is_awaitable(result) else result
    name = name_of(callee)
    if color is not _ASYNC and color.is_stream:
        raise IsStream(name, is_async=color.is_async)
    check_holding("run", name, holding)
    if color is _ASYNC or timeout is None:
        result = callee(*args, **kwargs)
    else:
        result = run_on_worker(partial(callee, *args, **kwargs), name, timeout)
    return run_to_end(result, name, timeout) if is_awaitable(result) else result


def _run_awaitable(awaitable: Any, arguments: object, timeout: float | None, holding: Holding | None) -> Any:
    try:
        name = _check_awaitable(awaitable, arguments, timeout, "run")
        check_holding("run", name, holding)
    except BaseException:
        discard(awaitable)
        raise
    return run_to_end(awaitable, name, timeout)


def _check_awaitable(awaitable: Any, arguments: object, timeout: float | None, verb: str) -> str:
    """Return the name of an awaitable that was given in place of a callable; raises unless all is well."""
    if not is_awaitable(awaitable) or arguments:
        raise NotCallable(awaitable, verb)
    if timeout is not None:
        check_timeout(timeout)
    return name_of(awaitable)


@overload
async def call(callee: Awaitable[T], /, *, timeout: float | None = None) -> T: ...
@overload
async def call(callee: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
async def call(callee: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
async def call(callee: Callable[[*Ts], Awaitable[T]], /, *args: *Ts, timeout: float | None) -> T: ...
@overload
async def call(callee: Callable[[*Ts], T], /, *args: *Ts, timeout: float | None) -> T: ...
async def call(  # type: ignore[misc]  # as for run
    callee: Any, /, *args: Any, timeout: float | None = None, **kwargs: Any
) -> Any:
    """Call anything of either color from async code, and return its result.

    An async callable runs here, on the running loop. Any other runs on a worker, so that it can't block the loop, and
    if its result is awaitable that is awaited here.

    Raises, before anything is called: `NotCallable`, `IsStream`, `BadTimeout`, `NoRunningLoop`. Raises `TimedOut` when
    the call didn't end in time; a sync function that goes on is then abandoned. Cancelling works in the same way.
    """
    if callable(callee):
        color = color_of(callee)
        if color is not _ASYNC:
            return await offload(callee, *args, timeout=timeout, **kwargs)
        name = name_of(callee)
        if timeout is not None:
            check_timeout(timeout)
        running_loop("call")
        result = callee(*args, **kwargs)
    else:
        result = callee
        try:
            name = _check_awaitable(callee, args or kwargs, timeout, "call")
            running_loop("call")
        except BaseException:
            discard(callee)
            raise
    return await (drain(result) if timeout is None else await_within(drain(result), name, timeout))
