"""The taker resolves both colors, so a plain function is welcome."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Union

Hook = Callable[[str], Union[None, Awaitable[None]]]


class Emitter:
    def __init__(self) -> None:
        self.hooks: list[Hook] = []

    def on(self, hook: Hook) -> None:
        self.hooks.append(hook)

    async def emit(self, event: str) -> None:
        for hook in self.hooks:
            result = hook(event)
            if inspect.isawaitable(result):
                await result

    async def emit_checked(self, event: str) -> None:
        for hook in self.hooks:
            if inspect.iscoroutinefunction(hook):
                await hook(event)
            else:
                await asyncio.to_thread(hook, event)


async def call(function: Callable[..., Any], *args: Any) -> Any:
    if asyncio.iscoroutinefunction(function):
        return await function(*args)
    return function(*args)


def remember(event: str) -> None:
    print(event)


async def main() -> None:
    emitter = Emitter()
    emitter.on(remember)
    await emitter.emit("a")
    await call(remember, "b")
