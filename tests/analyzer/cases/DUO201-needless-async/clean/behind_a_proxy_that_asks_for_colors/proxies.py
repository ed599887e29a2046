"""An object that is called on another thread, where its coroutines run."""

import asyncio
from collections.abc import Callable
from typing import Any


class Elsewhere:
    def __init__(self, made: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.made = made
        self.loop = loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.made, name)
        if asyncio.iscoroutinefunction(found):
            return self.moved(found)
        return found

    def moved(self, function: Callable[..., Any]) -> Callable[..., Any]:
        async def call(*args: Any) -> Any:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(function(*args), self.loop))

        return call
