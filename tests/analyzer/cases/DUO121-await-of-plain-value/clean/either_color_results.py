"""The awaited call may return an awaitable: unions, overloads, `Any`, unknown callables, unknown bases."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from vendor_sdk import Plugin, connect


class Mine(Plugin):
    async def start(self) -> None:
        await self.prepare()
        await connect(self)


async def call(function: Callable[..., Any], *args: Any) -> Any:
    return await function(*args)


async def call_either(function: Callable[[], int | Awaitable[int]]) -> int:
    result = function()
    return await result if inspect.isawaitable(result) else result


async def call_untyped(function, item):
    await item.finish()
    return await function(item)


class Handlers:
    def __init__(self) -> None:
        self.by_name: dict[str, Any] = {}

    async def call(self, name: str) -> None:
        await self.by_name[name]()
        await getattr(self, name)()
        await self.hook()

    def hook(self) -> Any:
        return asyncio.sleep(0)
