"""A predicate of either color is resolved before it is tested."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable

Predicate = Callable[[str], bool | Awaitable[bool]]


async def holds(predicate: Predicate, text: str) -> bool:
    result = predicate(text)
    if inspect.isawaitable(result):
        result = await result
    if result:
        return True
    return bool(result)


async def is_known(text: str) -> bool:
    await asyncio.sleep(0)
    return True


async def select(texts: list[str]) -> list[str]:
    return [text for text in texts if await holds(is_known, text)]


async def select_together(texts: list[str]) -> list[str]:
    known = await asyncio.gather(*(is_known(text) for text in texts))
    return [text for text, flag in zip(texts, known) if flag]
