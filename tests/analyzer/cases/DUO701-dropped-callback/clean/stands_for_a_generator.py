"""An empty method that says it gives an async iterator stands for generators, which nobody awaits."""

import abc
import asyncio
from collections.abc import AsyncIterator, Callable


class Model(abc.ABC):
    @abc.abstractmethod
    async def answer(self, question: str) -> AsyncIterator[str]:
        """Give the words of an answer, one after the other."""
        raise NotImplementedError


class Parrot(Model):
    async def answer(self, question: str) -> AsyncIterator[str]:
        for word in question.split():
            await asyncio.sleep(0)
            yield word


class Agent:
    def __init__(self, model: Model) -> None:
        self.say = self._say_with(model.answer)
        self.whisper = whispering(model.answer)

    def _say_with(self, answer: Callable[[str], AsyncIterator[str]]) -> Callable[[str], AsyncIterator[str]]:
        async def say(question: str) -> AsyncIterator[str]:
            words = answer(question)
            async for word in words:
                yield word

        return say


def whispering(answer) -> Callable[[str], AsyncIterator[str]]:
    async def whisper(question: str) -> AsyncIterator[str]:
        words = answer(question)
        async for word in words:
            yield word.lower()

    return whisper
