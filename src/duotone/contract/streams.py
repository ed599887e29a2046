"""Streams of one color as streams of the other: pulled item by item, and closed on both sides."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import sys
import weakref
from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable
from functools import partial
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from duotone.contract.actors import Actor, AsyncActor
from duotone.contract.crossing import check_holding
from duotone.contract.offloading import await_within
from duotone.contract.settings import check_timeout
from duotone.contract.waits import name_of

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

    from duotone.contract.workers import Pool

__all__ = ["aiterate", "iterate", "stream_from"]

T = TypeVar("T")
S = TypeVar("S")

_END: Final = object()


@overload
def iterate(
    source: AsyncGenerator[T, S] | Generator[T, S, Any], /, *, timeout: float | None = None
) -> Generator[T, S, None]: ...
@overload
def iterate(source: AsyncIterable[T] | Iterable[T], /, *, timeout: float | None = None) -> Generator[T, None, None]: ...
def iterate(source: Any, /, *, timeout: float | None = None) -> Generator[Any, Any, None]:
    """Go over an iterable of either color from sync code, wherever that runs.

    Items are taken one at a time, as they are asked for. All steps of an async iterable run in one task, on the loop
    that `run` would use, so it may hold cancel scopes and timeouts from one item to the next. An async generator is
    closed when the iteration ends, however it ends; what is sent or thrown into the result reaches it. Context
    variables go in with each step, and changes come back.

    `timeout` is for each item. What has both colors is gone over in the sync one.

    Raises `TypeError` or `BadTimeout` at once, and `TimedOut` for an item that didn't come in time, which ends the
    iteration.
    """
    if timeout is not None:
        check_timeout(timeout)
    if not _is(source, Iterable, "iterate", AsyncIterable):
        return stream_from(source, timeout)
    return _pass_on(source) if timeout is None else stream_from(aiterate(source, timeout=timeout))


@overload
def aiterate(
    source: AsyncGenerator[T, S] | Generator[T, S, Any], /, *, pool: Pool | None = None, timeout: float | None = None
) -> AsyncGenerator[T, S]: ...
@overload
def aiterate(
    source: AsyncIterable[T] | Iterable[T], /, *, pool: Pool | None = None, timeout: float | None = None
) -> AsyncGenerator[T, None]: ...
def aiterate(source: Any, /, *, pool: Pool | None = None, timeout: float | None = None) -> AsyncGenerator[Any, Any]:
    """Go over an iterable of either color from async code, without blocking the loop.

    Items are taken one at a time, as they are asked for. All steps of a sync iterable run in one context and on one
    thread, so it may belong to its thread, as a database cursor does; `pool` names that thread, such as a `Worker` on
    which other things are done as well. A generator is closed there when the iteration ends, however it ends; what is
    sent or thrown into the result reaches it.

    `timeout` is for each item. What has both colors is gone over in the async one.

    Raises `TypeError` or `BadTimeout` at once, and `TimedOut` for an item that didn't come in time, which ends the
    iteration; a sync step that goes on is abandoned.
    """
    if timeout is not None:
        check_timeout(timeout)
    if _is(source, AsyncIterable, "aiterate", Iterable):
        return _arelay(_AsyncSteps(source), _Here(name_of(source)), timeout)
    return _arelay(_Steps(source), AsyncActor(name_of(source), pool), timeout)


def _is(source: object, kind: type, verb: str, other: type) -> bool:
    """Tell whether a source is of one kind; raises `TypeError` if it isn't of the other kind either."""
    if isinstance(source, (kind, other)):
        return isinstance(source, kind)
    remedy = "; pass what it returns, not the function" if callable(source) else ""
    message = f"{verb}() needs an iterable of either color, and got {source!r} ({type(source).__name__}){remedy}"
    raise TypeError(message)


def _pass_on(source: Iterable[T]) -> Generator[T, Any, None]:
    yield from source


class _Steps:
    """How a sync iterable is gone on with, with a mark for its end."""

    def __init__(self, source: Iterable[Any]) -> None:
        self._source = source
        self._iterator: Any = None

    @property
    def _is_generator(self) -> bool:
        return isinstance(self._iterator, Generator)

    def send(self, value: Any) -> Any:
        """Go on to the next item."""
        if self._iterator is None:
            self._iterator = iter(self._source)
        try:
            return next(self._iterator) if value is None else self._iterator.send(value)
        except StopIteration:
            return _END

    def throw(self, error: BaseException) -> Any:
        """Let a generator handle an exception; nothing else can."""
        if not self._is_generator:
            raise error
        try:
            return self._iterator.throw(error)
        except StopIteration:
            return _END

    def close(self) -> None:
        """Close a generator; anything else may be gone on with by somebody."""
        if self._is_generator:
            self._iterator.close()


class _AsyncSteps:
    """How an async iterable is gone on with, with a mark for its end."""

    def __init__(self, source: AsyncIterable[Any]) -> None:
        self._source = source
        self._iterator: Any = None

    @property
    def _is_generator(self) -> bool:
        return isinstance(self._iterator, AsyncGenerator)

    async def send(self, value: Any) -> Any:
        """Go on to the next item."""
        try:
            if self._iterator is None:
                return await self._begin()
            return await (self._iterator.__anext__() if value is None else self._iterator.asend(value))
        except StopAsyncIteration:
            return _END

    def _begin(self) -> Awaitable[Any]:
        """Go on to the first item of a generator that is closed by nobody else, not even when it is collected."""
        self._iterator = aiter(self._source)
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(finalizer=_leave_alone)
        try:
            first: Awaitable[Any] = self._iterator.__anext__()
            return first
        finally:
            sys.set_asyncgen_hooks(*hooks)

    async def throw(self, error: BaseException) -> Any:
        """Let a generator handle an exception; nothing else can."""
        if not self._is_generator:
            raise error
        try:
            return await self._iterator.athrow(error)
        except StopAsyncIteration:
            return _END

    cancel = throw

    async def close(self) -> None:
        """Close a generator; anything else may be gone on with by somebody."""
        if self._is_generator:
            await self._iterator.aclose()


def _leave_alone(_generator: object) -> None:
    pass


class _Here:
    """The place of an actor where none is needed, since source and caller have the same color."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def ask(self, function: Callable[[], Awaitable[T]], timeout: float | None, _on_late: object = None) -> T:
        """Await what `function` returns."""
        return await (function() if timeout is None else await_within(function(), self._name, timeout))

    end = ask


def stream_from(
    source: AsyncIterable[T],
    timeout: float | None = None,
    loop: asyncio.AbstractEventLoop | None = None,
    show: Callable[[T], Any] | None = None,
) -> Generator[Any, Any, None]:
    """Go over an async iterable from sync code, on `loop` if that is given, and give each item as `show` makes it."""
    stream = _relay(source, timeout, loop, show)
    _open.add(cast("GeneratorType[Any, Any, None]", stream))
    return stream


_open: weakref.WeakSet[GeneratorType[Any, Any, None]] = weakref.WeakSet()


@functools.cache
def _close_at_exit() -> None:
    """See to it that what is open at exit is closed before the bridge is, which must have been made by now."""
    atexit.register(_close_open)


def _close_open() -> None:
    with contextlib.ExitStack() as stack:
        for stream in list(_open):
            if not stream.gi_running:  # on a thread that goes on to the very end
                stack.callback(stream.close)


if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=_close_at_exit.cache_clear)


def _relay(
    source: AsyncIterable[Any],
    timeout: float | None,
    loop: asyncio.AbstractEventLoop | None,
    show: Callable[[Any], Any] | None,
) -> Generator[Any, Any, None]:
    name, steps = name_of(source), _AsyncSteps(source)
    actor = Actor(name, steps, loop)
    step, is_next = partial(steps.send, None), True
    try:
        while True:
            check_holding("iterate", name)
            item = actor.ask(step, timeout, is_next=is_next)
            _close_at_exit()
            if item is _END:
                return
            if show is not None:
                item = show(item)
            try:
                sent = yield item
            except GeneratorExit:
                raise
            except BaseException as error:  # noqa: BLE001  # the source decides what becomes of it
                step, is_next = partial(steps.throw, error), False
            else:
                step, is_next = partial(steps.send, sent), True
            del item  # while the source makes the next one
    finally:
        del step  # an exception in it would keep this frame, and the frame the exception
        actor.end(timeout=timeout)


async def _arelay(steps: Any, actor: AsyncActor | _Here, timeout: float | None) -> AsyncGenerator[Any, Any]:
    step = partial(steps.send, None)
    try:
        while True:
            item = await actor.ask(step, timeout, steps.close)
            if item is _END:
                return
            try:
                sent = yield item
            except GeneratorExit:
                raise
            except BaseException as error:  # noqa: BLE001  # the source decides what becomes of it
                step = partial(steps.throw, error)
            else:
                step = partial(steps.send, sent)
            del item  # while the source makes the next one
    finally:
        del step  # an exception in it would keep this frame, and the frame the exception
        await actor.end(steps.close, timeout)
