"""One decorator wraps many methods; that an override of one of them is a stream says nothing of the others."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator
from typing import Any


def traced(function: Any) -> Any:
    @functools.wraps(function)
    async def wrapper(*args: Any, **options: Any) -> Any:
        return await function(*args, **options)

    return wrapper


class Client:
    @traced
    async def stream(self, prompt: str) -> list[str]:
        await asyncio.sleep(0)
        return []


class Remote(Client):
    async def stream(self, prompt: str) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield prompt


class Store:
    @traced
    async def messages(self, name: str) -> list[str]:
        await asyncio.sleep(0)
        return [name]


def count(store: Store) -> int:
    found = store.messages("a")  # expect: DUO106
    return len(found)  # lost: DUO106
