"""The receiver comes out of a generic class of the project."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    def __init__(self) -> None:
        self._items: dict[str, T] = {}

    def add(self, name: str, item: T) -> None:
        self._items[name] = item

    def lookup(self, name: str) -> T:
        return self._items[name]


class Plugin:
    async def activate(self) -> None:
        await asyncio.sleep(0)


class Host:
    def __init__(self) -> None:
        self.plugins: Registry[Plugin] = Registry()

    def activate(self, name: str) -> None:
        self.plugins.lookup(name).activate()  # expect: DUO101
        plugin = self.plugins.lookup(name)
        plugin.activate()  # expect: DUO101
