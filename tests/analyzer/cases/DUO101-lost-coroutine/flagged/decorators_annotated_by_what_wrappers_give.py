"""A decorator is annotated to give a coroutine, which is what calling the wrapper that it returns gives."""

import asyncio
from collections.abc import Coroutine
from functools import wraps
from typing import Any


def limited(count: int = 1) -> Coroutine[Any, Any, None]:
    lock = asyncio.Semaphore(count)

    def decorate(function) -> Coroutine[Any, Any, None]:
        @wraps(function)
        async def wrapper(*args, **kwargs) -> None:
            async with lock:
                return await function(*args, **kwargs)

        return wrapper

    return decorate


def traced(function) -> Coroutine[Any, Any, None]:
    async def wrapper(*args, **kwargs):
        print(function)
        return await function(*args, **kwargs)

    return wrapper


class Mirror:
    @limited(count=2)
    async def pull(self) -> bool:
        await asyncio.sleep(0)
        return True

    @traced
    async def push(self) -> None:
        await asyncio.sleep(0)

    async def synchronize(self) -> None:
        self.pull()  # expect: DUO101
        self.push()  # expect: DUO101
