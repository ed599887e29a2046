"""Work of either color that goes on side by side, so many pieces at once, until all of it has ended."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextvars import copy_context
from typing import Any, TypeVar

__all__ = ["AsyncTogether", "Together"]

T = TypeVar("T")


class AsyncTogether:
    """Tasks of the running loop; who is cancelled while it waits for them cancels them."""

    def __init__(self, most: int) -> None:
        """Let at most so many go on at once."""
        self._most = most

    async def run(self, works: Sequence[Callable[[], Coroutine[Any, Any, T]]]) -> list[T]:
        """Return what each piece gives, in their order; raises the first error once the others are cancelled."""
        room = asyncio.Semaphore(self._most)

        async def one(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
            async with room:
                return await work()

        if len(works) == 1:
            return [await works[0]()]
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(work)) for work in works]
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        return [task.result() for task in tasks]


class Together:
    """Threads that keep no process alive, each with a copy of the context; one piece alone stays on this thread."""

    def __init__(self, most: int) -> None:
        """Let at most so many go on at once."""
        self._most = most

    def run(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Return what each piece gives, in their order; raises the first error once all have ended."""
        if len(works) == 1:
            return [works[0]()]
        waiting, given, errors = deque(enumerate(works)), dict[int, T](), list[BaseException]()

        def serve() -> None:
            while waiting and not errors:
                try:
                    place, work = waiting.popleft()
                except IndexError:  # another was faster
                    return
                try:
                    given[place] = work()
                except BaseException as error:  # noqa: BLE001  # raised where somebody waits
                    errors.append(error)

        threads = [
            threading.Thread(target=copy_context().run, args=(serve,), name="duotone-task", daemon=True)
            for _ in range(min(self._most, len(works)))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return [given[place] for place in range(len(works))]
