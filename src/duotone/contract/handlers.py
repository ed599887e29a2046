"""Handlers of either color: registered once, called uniformly, none ever dropped."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, TypeAlias, TypeVar, get_args

from duotone.contract.awaitables import not_callable
from duotone.contract.calls import run
from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.crossing import check_holding, run_to_end
from duotone.contract.figures import count
from duotone.contract.offloading import drain, offload
from duotone.contract.waits import name_of
from duotone.errors import IsStream

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

__all__ = ["AsyncHandlers", "Delivery", "ErrorPolicy", "Handlers"]

P = ParamSpec("P")
T = TypeVar("T")

ErrorPolicy: TypeAlias = Literal["raise", "collect", "count"]
"""What becomes of the errors of handlers, all of which are called in any case.

``"raise"``: the error is raised once all were called, several together as an `ExceptionGroup`. ``"collect"``: they are
in the `Delivery`. ``"count"``: they are only counted, there and in `figures`.
"""


# What most handlers return; asking for these by type first keeps the cost of a call near that of a bare await.
_PLAIN = frozenset({type(None), bool, int, float, str, bytes, list, tuple, dict})


@dataclass(slots=True)
class Delivery:
    """What became of one event: the results of the handlers in their order, and the errors of those that failed."""

    delivered: int = 0
    failed: int = 0
    results: list[object] = field(default_factory=list[object])
    errors: list[Exception] = field(default_factory=list[Exception])


class _Registry(Generic[P]):
    """The handlers and the rules for calling them, which both faces share."""

    def __init__(self, *, errors: ErrorPolicy = "raise", concurrent: bool = False) -> None:
        """Start without handlers; `concurrent` calls them at the same time instead of one after the other."""
        if errors not in get_args(ErrorPolicy):
            message = f"errors={errors!r} is not a policy; use one of {', '.join(map(repr, get_args(ErrorPolicy)))}"
            raise ValueError(message)
        self.errors: ErrorPolicy = errors
        self.concurrent = concurrent
        self._changing = threading.Lock()
        self._entries: tuple[tuple[Callable[P, Any], bool, bool], ...] = ()  # handler, is async, needs a worker

    def add(self, handler: Callable[P, T], /, *, blocking: bool = True) -> Callable[P, T]:
        """Register a handler of either color, and return it, so that this is a decorator too.

        Its color is decided here. A sync handler goes to a worker when it is called from async code, unless
        ``blocking=False`` declares that it is quick. Raises `NotCallable`, and `IsStream` for a generator, which would
        be called and never run.
        """
        if not callable(handler):
            raise not_callable(handler, "add")
        color = color_of(handler)
        if color.is_stream:
            raise IsStream(name_of(handler), is_async=color.is_async)
        is_async = color is Color.ASYNC
        with self._changing:
            self._entries = (*self._entries, (handler, is_async, blocking and not is_async))
        return handler

    def remove(self, handler: Callable[P, object], /) -> None:
        """Unregister a handler, the last one if it was added several times; raises `ValueError` if it never was."""
        with self._changing:
            for index in reversed(range(len(self._entries))):
                if self._entries[index][0] == handler:
                    self._entries = self._entries[:index] + self._entries[index + 1 :]
                    return
        message = f"{name_of(handler)!r} is not registered here, so it can't be removed"
        raise ValueError(message)

    def __len__(self) -> int:
        """Return the number of handlers."""
        return len(self._entries)

    def __iter__(self) -> Iterator[Callable[P, object]]:
        """Yield the handlers in the order in which they are called."""
        return (entry[0] for entry in self._entries)

    def _settle(self, delivery: Delivery) -> Delivery:
        """Apply the error policy, once all handlers were called."""
        delivery.delivered, delivery.failed = len(delivery.results), len(delivery.errors)
        if not delivery.errors:
            return delivery
        if self.errors == "raise":
            if len(delivery.errors) == 1:
                raise delivery.errors[0]
            message = f"{delivery.failed} of {delivery.failed + delivery.delivered} handlers failed"
            raise ExceptionGroup(message, delivery.errors)
        if self.errors == "count":
            count("suppressed_errors", delivery.failed)
            delivery.errors = []
        return delivery

    async def _call_in_order(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Delivery:
        delivery = Delivery()
        results = delivery.results
        for handler, is_async, needs_worker in self._entries:
            try:
                if is_async:
                    result = await handler(*args, **kwargs)
                else:
                    result = _start(partial(handler, *args, **kwargs), on_worker=needs_worker)
                results.append(result if result is None or type(result) in _PLAIN else await drain(result))
            except Exception as error:  # noqa: BLE001  # the policy decides when all were called
                delivery.errors.append(error)
        return delivery

    async def _call_together(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Delivery:
        delivery = Delivery()
        attempts = [
            _attempt(partial(handler, *args, **kwargs), on_worker=needs_worker)
            for handler, _, needs_worker in self._entries
        ]
        for result, error in await _gather(attempts):
            if error is None:
                delivery.results.append(result)
            else:
                delivery.errors.append(error)
        return delivery


def _start(function: Callable[[], Any], *, on_worker: bool) -> Any:
    """Return the result, or an awaitable of it."""
    return offload(function) if on_worker else function()


async def _attempt(function: Callable[[], Any], *, on_worker: bool) -> tuple[object, Exception | None]:
    try:
        return await drain(_start(function, on_worker=on_worker)), None
    except Exception as error:  # noqa: BLE001  # the policy decides when all were called
        return None, error


async def _gather(attempts: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Await all at the same time; if that breaks off, none is left running."""
    tasks = [asyncio.create_task(attempt) for attempt in attempts]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


class Handlers(_Registry[P]):
    """Handlers of either color that are called from sync code.

    Sync handlers run on the caller's thread and async ones on duotone's loop; with ``concurrent=True`` all run at the
    same time, sync ones on workers.
    """

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> Delivery:
        """Call every handler with these arguments, and wait for all of them.

        Raises `LoopHeld` before the first one is called, if it comes to that: it is not an error of theirs.
        """
        if self.concurrent:
            return self._settle(run(self._call_together, args, kwargs))
        if any(is_async for _, is_async, _ in self._entries):
            check_holding("Handlers.emit", "")
        delivery = Delivery()
        for handler in self:
            try:
                result = handler(*args, **kwargs)
                delivery.results.append(run_to_end(result, name_of(handler), None) if is_awaitable(result) else result)
            except Exception as error:  # noqa: BLE001  # the policy decides when all were called
                delivery.errors.append(error)
        return self._settle(delivery)


class AsyncHandlers(_Registry[P]):
    """Handlers of either color that are called from async code.

    Async handlers run on the running loop and sync ones on a worker, or at once if they were added with
    ``blocking=False``.
    """

    async def emit(self, *args: P.args, **kwargs: P.kwargs) -> Delivery:
        """Call every handler with these arguments, and wait for all of them."""
        call_all = self._call_together if self.concurrent else self._call_in_order
        return self._settle(await call_all(args, kwargs))
