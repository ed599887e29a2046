"""Coroutines are keys and values of a dictionary, beside plain ones, and somebody gathers them all."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


async def later(value):
    return value


async def gathered(items: dict[K | Awaitable[K], V | Awaitable[V]]) -> dict[K, V]:
    keys = [await key if asyncio.iscoroutine(key) else key for key in items]
    values = [await value if asyncio.iscoroutine(value) else value for value in items.values()]
    return dict(zip(keys, values, strict=True))


async def test_the_last_key_wins():
    result = await gathered({later("key"): "first", later("key"): "second"})
    assert result == {"key": "second"}


async def test_some_keys_come_later(names):
    items = {}
    for name in ("a", "b"):
        key = later(name) if name in names else name
        items[key] = 1
    assert await gathered(items) == {"a": 1, "b": 1}
