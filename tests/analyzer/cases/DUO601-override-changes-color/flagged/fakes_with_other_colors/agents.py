"""What fakes stand for."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterable


class Agent(ABC):
    @abstractmethod
    async def answer(self, text: str) -> str: ...

    @abstractmethod
    def stream(self, text: str) -> AsyncIterable[str]: ...


class Echo(Agent):
    async def answer(self, text: str) -> str:
        await asyncio.sleep(0)
        return text

    async def stream(self, text: str) -> AsyncIterable[str]:
        await asyncio.sleep(0)
        yield text
