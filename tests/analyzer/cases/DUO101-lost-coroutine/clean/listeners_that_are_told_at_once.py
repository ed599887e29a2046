"""An object that tells its listeners when it is called, and gives what waits for those that are async."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any


class Nothing:
    def __await__(self):
        yield


class Listeners:
    def __init__(self) -> None:
        self.known: list[Callable[..., Any]] = []

    def __call__(self, *args: Any) -> Awaitable[Any]:
        begun: list[asyncio.Future[Any]] = []
        for one in self.known:
            result = one(*args)
            if inspect.isawaitable(result):
                begun.append(asyncio.ensure_future(result))
        return asyncio.gather(*begun) if begun else Nothing()

    def begin(self, name: str) -> Awaitable[None]:
        loop = asyncio.get_running_loop()
        self.last = loop.create_task(asyncio.sleep(0))
        return self.last


class Shelf:
    def __init__(self) -> None:
        self.listeners = Listeners()

    def take(self, title: str) -> None:
        self.listeners(title)

    async def put(self, title: str) -> None:
        self.listeners(title)
        self.listeners.begin(title)
        await self.listeners(title)
