"""Bases that call nothing by name ask for nothing, nor do getters, private names and calls that need no loop."""

import abc
import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Backend(abc.ABC):
    @abc.abstractmethod
    async def load(self, name: str) -> bytes: ...


class Memory(Backend, Generic[T]):
    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.lock: asyncio.Lock | None = None

    async def load(self, name: str) -> bytes:
        return self.rows[name]

    async def get_names(self) -> list[str]:  # expect: DUO201
        return sorted(self.rows)

    async def decode(self, text: bytes) -> str:  # expect: DUO201
        return text.decode()

    async def __clean(self, name: str) -> str:  # expect: DUO201
        return name.strip()

    async def make_lock(self) -> asyncio.Lock:  # expect: DUO201
        self.lock = self.lock or asyncio.Lock()
        return self.lock

    async def show(self, name: str) -> str:
        async with await self.make_lock():
            return await self.decode(await self.load(await self.__clean(name)))


async def get_default_names(settings) -> list[str]:  # expect: DUO201
    return list(settings)


async def flash(request, message: str) -> None:  # expect: DUO201
    request.session.setdefault("messages", []).append(message)
