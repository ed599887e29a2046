"""What is done on another loop than one's own, in a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import Context
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["Errand", "done_on"]

P = ParamSpec("P")
T = TypeVar("T")


class Errand(Generic[T]):
    """A coroutine on another loop. Asking for its end doesn't end the wait for it: how it ended is still told."""

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Callable[[], Coroutine[Any, Any, T]]) -> None:
        """Begin; raises `CancelledError` if that loop has ended, and whoever waited there with it."""
        self._loop = loop
        self._work = work
        self._ended: Future[T] = Future()
        self._task: asyncio.Task[T] | None = None
        self._is_unwanted = False
        try:
            Context().run(loop.call_soon_threadsafe, self._begin)
        except RuntimeError as error:
            raise asyncio.CancelledError from error

    def _begin(self) -> None:
        if self._is_unwanted:
            self._ended.cancel()
            return
        self._task = self._loop.create_task(self._work())
        self._task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[T]) -> None:
        if self._ended.cancelled():
            return
        if task.cancelled():
            self._ended.cancel()
        elif (error := task.exception()) is not None:
            self._ended.set_exception(error)
        else:
            self._ended.set_result(task.result())

    def cancel(self) -> None:
        """Ask for its end; from any thread."""
        self._is_unwanted = True
        try:
            self._loop.call_soon_threadsafe(self._recall)
        except RuntimeError:  # its loop has ended, and it with it
            self._ended.cancel()

    @property
    def was_cancelled(self) -> bool:
        """Whether it has ended, and gave nothing since it was cancelled."""
        return self._ended.cancelled()

    def _recall(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def result(self) -> T:
        """Wait for it; raises `CancelledError` if it was cancelled, or whoever waits."""
        return await asyncio.shield(asyncio.wrap_future(self._ended))


async def done_on(
    loop: asyncio.AbstractEventLoop, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a function on another loop and wait for what it gives; who is cancelled cancels it there."""
    errand = Errand(loop, lambda: function(*args, **kwargs))
    try:
        return await errand.result()
    except asyncio.CancelledError:
        errand.cancel()
        raise
