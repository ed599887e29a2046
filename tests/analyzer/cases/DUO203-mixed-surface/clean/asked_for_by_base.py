"""The colors are those of a base class or a framework."""

import asyncio
from abc import ABC, abstractmethod

from vendor_sdk import Entity


class Storage(ABC):
    @abstractmethod
    async def load(self, key: str) -> str: ...

    @abstractmethod
    async def save(self, key: str, value: str) -> None: ...

    def describe(self) -> str:
        return type(self).__name__


class Memory(Storage):
    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    async def load(self, key: str) -> str:
        return self.rows[key]

    async def save(self, key: str, value: str) -> None:
        self.rows[key] = value

    def clear(self) -> None:
        self.rows.clear()


class Lamp(Entity):
    def __init__(self) -> None:
        self.level = 0

    async def async_turn_on(self) -> None:
        self.level = 100

    async def async_turn_off(self) -> None:
        self.level = 0

    def toggle(self) -> None:
        self.level = 100 - self.level


async def copy(source: Storage, target: Storage, key: str) -> None:
    await target.save(key, await source.load(key))
    await asyncio.sleep(0)
