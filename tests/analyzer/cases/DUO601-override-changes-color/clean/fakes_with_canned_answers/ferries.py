"""The base that tests have fakes for."""

import abc
import asyncio


class Ferry(abc.ABC):
    @abc.abstractmethod
    async def cross(self, cargo: str) -> str: ...

    @abc.abstractmethod
    def captain(self) -> str: ...


async def trip(ferry: Ferry) -> str:
    await asyncio.sleep(0)
    return await ferry.cross(ferry.captain())
