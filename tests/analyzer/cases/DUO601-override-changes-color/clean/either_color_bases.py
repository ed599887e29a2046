"""The base leaves the color open: Any, a union, NotImplementedError that callers resolve, an unknown base."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable
from typing import Any

from vendor_sdk import Tool


class Handler:
    def handle(self, event: str) -> Any:
        raise NotImplementedError

    def check(self, event: str) -> bool | Awaitable[bool]:
        return True


class Remote(Handler):
    async def handle(self, event: str) -> str:
        await asyncio.sleep(0)
        return event

    async def check(self, event: str) -> bool:
        await asyncio.sleep(0)
        return False


class Local(Handler):
    def handle(self, event: str) -> str:
        return event


class Search(Tool):
    async def invoke(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


async def handle_all(handlers: list[Handler], event: str) -> None:
    for handler in handlers:
        result = handler.handle(event)
        if inspect.isawaitable(result):
            await result
