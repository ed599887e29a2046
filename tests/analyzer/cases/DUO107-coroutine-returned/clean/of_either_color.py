"""What is returned can be awaited by whoever gets it, or is a plain value on every path."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any


async def load(number: int) -> int:
    await asyncio.sleep(0)
    return number


class Provider:
    """Runs a callable of either color, after having asked which it is."""

    def __init__(self, dependency: Any) -> None:
        self.dependency = dependency
        self.is_async = inspect.iscoroutinefunction(dependency)

    async def get(self, number: int) -> Any:
        if self.is_async:
            return await self.dependency(number)
        return self.dependency(number)


def start(number: int, *, lazily: bool) -> int | Awaitable[int]:
    return load(number) if lazily else number


async def chosen(number: int, fallback: Callable[[], int]) -> int:
    result = await load(number) if number else fallback()
    return result


async def main() -> None:
    print(await Provider(load).get(1), await chosen(1, int))
    started = start(1, lazily=True)
    print(await started if inspect.isawaitable(started) else started)
