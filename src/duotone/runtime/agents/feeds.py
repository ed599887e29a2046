"""What comes of a turn while it goes on, as an iterator of either color: parts of the reply, events, and the result."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeAlias

from duotone.runtime.conversation.states import TurnResult
from duotone.runtime.events import Event

__all__ = ["AsyncFeed", "Feed", "Item", "Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a reply in words; `is_buffered` where the agent doesn't stream, and this is all of it at once."""

    text: str
    is_buffered: bool = False


Item: TypeAlias = Part | Event | TurnResult


class _Reader:
    """Tells whether the reply of the last turn has come in parts."""

    def __init__(self) -> None:
        self._has_spoken = False

    def see(self, item: Item) -> None:
        if isinstance(item, Part):
            self._has_spoken = True
        elif isinstance(item, Event) and item.kind == "run.started":
            self._has_spoken = False

    def last(self, result: TurnResult) -> list[Item]:
        """Return what is left to be shown once a turn has ended."""
        buffered = [Part(result.text, is_buffered=True)] if result.text and not self._has_spoken else []
        return [*buffered, result]


class AsyncFeed:
    """Lets somebody iterate over what a task does."""

    def __init__(self) -> None:
        """Have nothing yet."""
        self._queue: asyncio.Queue[Item | None] = asyncio.Queue()
        self._left: Iterator[Item] | None = None
        self._reader = _Reader()
        self._task: asyncio.Task[TurnResult] | None = None

    def start(self, function: Callable[..., Coroutine[Any, Any, TurnResult]], *args: Any) -> None:
        """Let the work begin."""
        self._task = asyncio.get_running_loop().create_task(function(*args))
        self._task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[TurnResult]) -> None:
        self._queue.put_nowait(None)
        if not task.cancelled():
            task.exception()  # raised where it is read, unless nobody reads on

    async def on_event(self, event: Event) -> None:
        """Take an event."""
        await self._put(event)

    async def on_text(self, text: str) -> None:
        """Take a part of a reply."""
        await self._put(Part(text))

    async def _put(self, item: Item) -> None:
        self._reader.see(item)
        await self._queue.put(item)

    @property
    def has_ended(self) -> bool:
        """Whether the work is done."""
        return self._task is None or self._task.done()

    async def next(self) -> Item | None:
        """Return what comes next, the result as the last, and then None; raises what the work has raised."""
        assert self._task is not None
        if self._left is None:
            if (item := await self._queue.get()) is not None:
                return item
            self._left = iter(self._reader.last(self._task.result()))
        return next(self._left, None)

    async def wait(self) -> None:
        """Wait for the end of the work."""
        if self._task is not None:
            await asyncio.wait({self._task})

    def give_up(self) -> None:
        """End the work, since it can't be told to stand still."""
        if self._task is not None:
            self._task.cancel()


class Feed:
    """Lets somebody iterate over what a thread does."""

    def __init__(self) -> None:
        """Have nothing yet."""
        self._queue: SimpleQueue[Item | None] = SimpleQueue()
        self._left: Iterator[Item] | None = None
        self._reader = _Reader()
        self._thread: threading.Thread | None = None
        self._result: TurnResult | None = None
        self._error: BaseException | None = None

    def start(self, function: Callable[..., TurnResult], *args: Any) -> None:
        """Let the work begin."""
        context = copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._work, function, args), daemon=True)
        self._thread.start()

    def _work(self, function: Callable[..., TurnResult], args: tuple[Any, ...]) -> None:
        try:
            self._result = function(*args)
        except BaseException as error:  # noqa: BLE001  # raised again where it is read
            self._error = error
        finally:
            self._queue.put(None)

    def on_event(self, event: Event) -> None:
        """Take an event."""
        self._put(event)

    def on_text(self, text: str) -> None:
        """Take a part of a reply."""
        self._put(Part(text))

    def _put(self, item: Item) -> None:
        self._reader.see(item)
        self._queue.put(item)

    @property
    def has_ended(self) -> bool:
        """Whether the work is done."""
        return self._result is not None or self._error is not None

    def next(self) -> Item | None:
        """Return what comes next, the result as the last, and then None; raises what the work has raised."""
        if self._left is None:
            if (item := self._queue.get()) is not None:
                return item
            if self._error is not None:
                raise self._error
            assert self._result is not None
            self._left = iter(self._reader.last(self._result))
        return next(self._left, None)

    def wait(self) -> None:
        """Wait for the end of the work."""
        if self._thread is not None:
            self._thread.join()

    def give_up(self) -> None:
        """Leave the work alone: a thread can't be stopped, and ends with its step."""
