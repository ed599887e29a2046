"""Work in the background for both faces: tasks of the running loop, or threads that keep no process alive."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, Final

__all__ = ["AsyncHands", "Hands"]

_MOST: Final = 32
"""So many pieces of work of one outbox go on at once."""


class AsyncHands:
    """Tasks by name. Each has a context of its own: what is bound around whoever starts it is none of its business."""

    def __init__(self, most: int | None = _MOST) -> None:
        """Have nothing to do, and never more than `most` at once."""
        self._most = most
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def has(self, name: str) -> bool:
        """Say whether the work of this name goes on."""
        return name in self._tasks

    def start(self, name: str, work: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> bool:
        """Begin work, unless work of this name goes on, or there is too much of it; say whether it has begun."""
        if name in self._tasks or (self._most is not None and len(self._tasks) >= self._most):
            return False
        task = asyncio.get_running_loop().create_task(work(*args), name=name, context=Context())
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._tasks.pop(name, None))
        return True

    async def pause(self, seconds: float) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)

    async def stop(self, seconds: float) -> list[str]:
        """End all work within this time, and return the names of what goes on nevertheless."""
        tasks = dict(self._tasks)
        for task in tasks.values():
            task.cancel()
        if tasks:
            await asyncio.wait(tasks.values(), timeout=seconds)
        return [name for name, task in tasks.items() if not task.done()]


class Hands:
    """Threads by name, each with an empty context."""

    def __init__(self, most: int | None = _MOST) -> None:
        """Have nothing to do, and never more than `most` at once."""
        self._most = most
        self._threads: dict[str, threading.Thread] = {}
        self._changing = threading.Lock()
        self._stopping = threading.Event()

    def has(self, name: str) -> bool:
        """Say whether the work of this name goes on."""
        return name in self._threads

    def start(self, name: str, work: Callable[..., None], *args: Any) -> bool:
        """Begin work, unless work of this name goes on, or there is too much of it; say whether it has begun."""

        def live() -> None:
            try:
                Context().run(work, *args)
            finally:
                with self._changing:
                    self._threads.pop(name, None)

        with self._changing:
            if name in self._threads or (self._most is not None and len(self._threads) >= self._most):
                return False
            thread = self._threads[name] = threading.Thread(target=live, name=name, daemon=True)
            thread.start()
        return True

    def pause(self, seconds: float) -> None:
        """Let time pass, or return at once when all is to end."""
        self._stopping.wait(seconds)

    def stop(self, seconds: float) -> list[str]:
        """Wait this long for all work to end, since a thread can't be stopped, and return the names of what goes on."""
        self._stopping.set()
        deadline = time.monotonic() + seconds
        with self._changing:
            threads = dict(self._threads)
        for thread in threads.values():
            if thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))
        return [name for name, thread in threads.items() if thread.is_alive()]
