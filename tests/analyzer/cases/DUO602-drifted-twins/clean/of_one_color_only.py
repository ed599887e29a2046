"""Twins of which one isn't there yet, or has what only its color needs: a limit in time, an object of its own."""

import asyncio
from abc import ABC, abstractmethod

from database import CURRENT, AsyncSession, Session


class Tokens:
    def get(self, key: str, *, reload: bool = False) -> str:
        print(reload)
        return key

    async def async_get(self, key: str) -> str:
        raise NotImplementedError("not yet in this color")


class Result(ABC):
    @abstractmethod
    def get(self, timeout_s: float | None) -> str:
        raise NotImplementedError

    @abstractmethod
    async def get_async(self) -> str:
        raise NotImplementedError


def select(*, name: str, limit: int, session: Session = CURRENT) -> list[str]:
    return session.select(name)[:limit]


async def select_async(*, name: str, limit: int, session: AsyncSession) -> list[str]:
    return (await session.select(name))[:limit]


class Waiting:
    def __init__(self, sync_base: object, future: asyncio.Future) -> None:
        self._base = sync_base
        self._future = future

    def value(self) -> object:
        return self._base.wait(self._future)


class AsyncWaiting:
    def __init__(self, future: asyncio.Future) -> None:
        self._future = future

    async def value(self) -> object:
        return await self._future
