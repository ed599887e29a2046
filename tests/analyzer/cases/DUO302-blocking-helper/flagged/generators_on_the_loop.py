"""A generator runs where somebody goes through it: on the loop, even if a thread has made it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator


class Model:
    def stream(self, prompt: str) -> Iterator[str]:
        for word in prompt.split():
            time.sleep(1)
            yield word

    def shouted(self, prompt: str) -> Iterator[str]:
        for word in self.stream(prompt):
            yield word.upper()

    def full(self, prompt: str) -> str:
        return " ".join([word for word in self.stream(prompt)])


async def answer(model: Model, prompt: str) -> AsyncIterator[str]:
    for word in model.stream(prompt):  # expect: DUO302
        yield word


async def shout(model: Model, prompt: str) -> list[str]:
    await asyncio.sleep(0)
    return [word for word in model.shouted(prompt)]  # expect: DUO302


async def whole(model: Model, prompt: str) -> str:
    await asyncio.sleep(0)
    return model.full(prompt)  # expect: DUO302


async def made_on_a_thread(model: Model, prompt: str) -> AsyncIterator[str]:
    words = await asyncio.get_running_loop().run_in_executor(None, model.stream, prompt)  # expect: DUO302
    for word in words:
        yield word
