"""Whoever has the interface calls its abstract methods the one way that it says."""

import abc
import asyncio


class Interface(abc.ABC):
    @abc.abstractmethod
    def tell(self, text: str) -> None: ...


class AsyncSocket(Interface):
    async def tell(self, text: str) -> None:  # expect: DUO601
        await asyncio.sleep(0)
