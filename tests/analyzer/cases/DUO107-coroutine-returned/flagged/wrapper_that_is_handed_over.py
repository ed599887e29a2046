"""A function within another that is handed over: whoever calls it awaits once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Router:
    async def _spread(self, text: str) -> Any:
        await asyncio.sleep(0)
        return text

    def wrapped(self, wrap: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
        async def inner(text: str) -> Any:
            return self._spread(text)  # expect: DUO107

        return wrap(inner)
