"""Coroutines are split into batches by their name, or added to a batch where a test expects the batch to fail."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, Generic, TypeVar, cast

import pytest

T = TypeVar("T")


def split(items: list[Any], size: int) -> Iterator[list[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


class Batch(Generic[T]):
    def __init__(self) -> None:
        self._waiting: list[Coroutine[Any, Any, Any]] = []

    def add(self, payload: T) -> None:
        self._waiting.append(cast(Coroutine[Any, Any, Any], payload))

    async def execute(self) -> list[Any]:
        return await asyncio.gather(*self._waiting)


class Shop:
    async def order(self, name: str) -> bytes:
        await asyncio.sleep(0)
        return name.encode()

    async def order_twice(self, name: str) -> bytes:
        await self.order(name)
        return await self.order(name)

    async def order_all(self, names: list[str]) -> list[Any]:
        order_coroutines = [self.order(name) for name in names]
        found: list[Any] = []
        for some in split(order_coroutines, 100):
            found += await asyncio.gather(*some, return_exceptions=True)
        return found


async def check_batch(shop: Shop, batch: Batch[Any]) -> None:
    with pytest.raises(ValueError):
        batch.add(shop.order("a"))
        await batch.execute()
