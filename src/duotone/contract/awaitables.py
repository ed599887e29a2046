"""Awaitables as they are given to be run: made into coroutines that have not started, or refused."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import CoroutineType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from duotone.errors import AlreadyAwaited, NotCallable

if TYPE_CHECKING:
    from collections.abc import Awaitable

__all__ = ["coroutine_of", "discard", "finish", "loop_of", "not_callable"]

T = TypeVar("T")


def coroutine_of(awaitable: Awaitable[T]) -> Coroutine[Any, Any, T]:
    """Return a coroutine for `awaitable`; raises `AlreadyAwaited` if it has been started before."""
    if isinstance(awaitable, CoroutineType):
        if awaitable.cr_suspended or awaitable.cr_running:
            raise AlreadyAwaited(awaitable.__qualname__, "already running")
        if awaitable.cr_frame is None:
            raise AlreadyAwaited(awaitable.__qualname__, "finished")
    elif not isinstance(awaitable, Coroutine):
        return _await(awaitable)
    return cast("Coroutine[Any, Any, T]", awaitable)


async def _await(awaitable: Awaitable[T]) -> T:
    return await awaitable


def loop_of(awaitable: object) -> asyncio.AbstractEventLoop | None:
    """Return the loop that a pending future or task belongs to; None for everything that isn't bound to one."""
    if type(awaitable) is CoroutineType or not asyncio.isfuture(awaitable) or awaitable.done():
        return None
    return awaitable.get_loop()


def discard(awaitable: object) -> None:
    """Close a coroutine that was refused, since the error that says so is all that should be heard of it."""
    if isinstance(awaitable, Coroutine):
        awaitable.close()


def not_callable(given: object, verb: str) -> NotCallable:
    """Return the error for something that was given to be called and can't be."""
    discard(given)
    return NotCallable(given, verb)


def finish(future: asyncio.Future[None]) -> None:
    """Set the result of a future that may have been cancelled meanwhile; runs on its loop."""
    if not future.done():
        future.set_result(None)
