"""With the greenlet extra: sync code on a loop's own thread may wait, and the loop goes on.

The code runs in a greenlet on top of the task that awaits `unblocked`. When it waits, with `duotone.run` at any depth,
the awaitable is driven right there; each future that it yields is switched out to the task, which yields it to the
loop as an ``await`` would, and switches back with what the loop sends.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, overload

from duotone.contract.awaitables import coroutine_of, discard
from duotone.contract.color import color_of, is_awaitable
from duotone.contract.crossing import Hub, use_hubs
from duotone.contract.loop import BridgeLoop
from duotone.contract.offloading import await_within, drain, running_loop
from duotone.contract.waits import name_of
from duotone.errors import IsStream, MissingExtra, NotCallable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

__all__ = ["unblocked"]

P = ParamSpec("P")
T = TypeVar("T")


class _GreenletHub:
    """One greenlet and the place in a task from which it was started; awaiting the hub runs the greenlet to its end."""

    __slots__ = ("_greenlet", "_parent", "loop")

    def __init__(self, function: Callable[[], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._parent = _greenlet.getcurrent()
        self._greenlet: Any = _greenlet.greenlet(function)
        self._greenlet.hub = self
        # One context for both sides, so that changes are seen on either at once.
        self._greenlet.gr_context = self._parent.gr_context

    def __await__(self) -> Generator[Any, Any, Any]:
        """Run the greenlet, and yield to the loop whatever it switches out."""
        result = self._greenlet.switch()
        while not self._greenlet.dead:
            try:
                sent = yield result
            except BaseException as error:  # noqa: BLE001  # it belongs to whatever waits in the greenlet
                result = self._greenlet.throw(error)
            else:
                result = self._greenlet.switch(sent)
        return result  # pragma: no cover  # the tracer learns of the last switch only with the next call

    def wait_for(self, awaitable: Awaitable[Any], name: str, timeout: float | None) -> Any:
        """Drive `awaitable` in the greenlet, while the loop goes on."""
        coroutine = coroutine_of(awaitable)
        return self.drive(coroutine if timeout is None else await_within(coroutine, name, timeout))

    def drive(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Take each step of `coroutine` in the greenlet, and leave the waits between them to the task."""
        try:
            waits_for = coroutine.send(None)
            while True:
                try:
                    sent = self._greenlet.parent.switch(waits_for)
                except BaseException as error:  # noqa: BLE001  # a cancellation, or what the loop threw
                    waits_for = coroutine.throw(error)
                else:
                    waits_for = coroutine.send(sent)
        except StopIteration as end:
            return end.value


def _find_hub() -> Hub | None:
    hub: _GreenletHub | None = getattr(_greenlet.getcurrent(), "hub", None)
    return hub if hub is not None and hub.loop is asyncio._get_running_loop() else None


@overload
async def unblocked(callee: Awaitable[T], /) -> T: ...
@overload
async def unblocked(callee: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
@overload
async def unblocked(callee: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
async def unblocked(callee: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call anything here, on the loop's own thread, so that `duotone.run` inside it doesn't hold up the loop.

    The sync code may use what belongs to this loop, and cancelling this task reaches what it waits for. Only waits
    made through duotone let the loop go on: code that blocks in another way still blocks it, and belongs on a worker,
    with `call`.

    Raises `MissingExtra` without the ``greenlet`` extra, and `NotCallable`, `IsStream` or `NoRunningLoop`.
    """
    try:
        loop = running_loop("unblocked")
        _check(callee, args or kwargs)
        _load_greenlet()
    except BaseException:
        discard(callee)
        raise
    function: Callable[[], Any] = partial(callee, *args, **kwargs) if callable(callee) else lambda: callee
    if isinstance(loop, BridgeLoop):  # it goes on by itself, and changes threads, which a greenlet can't
        return await drain(function())
    return await _GreenletHub(lambda: _finish(function()), loop)


def _check(callee: object, arguments: object) -> None:
    if callable(callee):
        color = color_of(callee)
        if color.is_stream:
            raise IsStream(name_of(callee), is_async=color.is_async)
    elif not is_awaitable(callee) or arguments:
        raise NotCallable(callee, unblocked.__name__)


def _finish(result: Any) -> Any:
    """Drive `result`, and what that gives, until there is a value; runs in the greenlet."""
    while is_awaitable(result):
        result = _greenlet.getcurrent().hub.drive(coroutine_of(result))
    return result


_greenlet: Any = None


def _load_greenlet() -> None:
    """Import greenlet once, and let every wait inside a running loop look for a hub."""
    global _greenlet  # noqa: PLW0603  # the module itself, when it is first needed
    if _greenlet is None:
        try:
            import greenlet  # noqa: PLC0415  # an extra
        except ImportError as error:
            raise MissingExtra(unblocked.__name__, extra="greenlet") from error
        _greenlet = greenlet
        use_hubs(_find_hub)
