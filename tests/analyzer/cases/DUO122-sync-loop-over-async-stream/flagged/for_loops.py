"""`for` runs over an async generator, an async iterator, or a stream in an attribute."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator


async def tokens(prompt: str) -> AsyncIterator[str]:
    for word in prompt.split():
        await asyncio.sleep(0)
        yield word


class Tail:
    def __aiter__(self) -> Tail:
        return self

    async def __anext__(self) -> str:
        await asyncio.sleep(0)
        return "line"


class Model:
    async def stream(self, prompt: str) -> AsyncGenerator[str, None]:
        async for token in tokens(prompt):
            yield token

    def chunks(self, prompt: str) -> AsyncIterator[str]:
        return tokens(prompt)


async def show(model: Model, tail: Tail) -> None:
    for token in tokens("a b"):  # expect: DUO122
        print(token)
    for token in model.stream("a b"):  # expect: DUO122
        print(token)
    for chunk in model.chunks("a b"):  # expect: DUO122
        print(chunk)
    for line in tail:  # expect: DUO122
        print(line)
    await asyncio.sleep(0)


def show_now(model: Model) -> None:
    stream = model.stream("a b")
    for token in stream:  # expect: DUO122
        print(token)
