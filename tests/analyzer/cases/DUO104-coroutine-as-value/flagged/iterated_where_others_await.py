"""What an empty method is said to give is gone through without `await`, which others have at the same method."""

import abc
import asyncio
from collections.abc import AsyncIterator


class Oracle(abc.ABC):
    @abc.abstractmethod
    async def answer(self, question: str, *, stream: bool = False) -> "str | AsyncIterator[str]": ...


class Library:
    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    async def ask(self, question: str) -> None:
        words: AsyncIterator[str] = await self.oracle.answer(question, stream=True)
        async for word in words:
            print(word)

    async def ask_once(self, question: str) -> None:
        print(await self.oracle.answer(question))

    async def ask_again(self, question: str) -> None:
        words: AsyncIterator[str] = self.oracle.answer(question, stream=True)  # expect: DUO104
        async for word in words:
            print(word)
        await asyncio.sleep(0)
