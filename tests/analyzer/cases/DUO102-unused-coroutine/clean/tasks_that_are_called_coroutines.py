"""Plain methods are annotated with a coroutine and give the task that a decorator made of the one they override."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

_running: set[asyncio.Future[Any]] = set()


def started(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any) -> asyncio.Future[Any]:
        task = asyncio.ensure_future(function(*args))
        _running.add(task)
        return task

    return wrapper


class Ferry:
    @started
    async def leave(self, pier: int) -> None:
        await asyncio.sleep(pier)


class NightFerry(Ferry):
    def leave(self, pier: int) -> Coroutine[Any, Any, None]:
        print(pier)
        return super().leave(pier)

    def close(self) -> None:
        _ = self.leave(1)
        self.leave(2)
