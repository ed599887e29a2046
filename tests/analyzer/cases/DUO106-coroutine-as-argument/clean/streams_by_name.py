"""All methods of this name are async, and some of them are generators: the name doesn't tell what a call gives."""

from collections.abc import AsyncIterator
from typing import Any


class Decoder:
    async def stream_events(self, source: Any) -> AsyncIterator[str]:
        async for event in source:
            yield event


class Interface:
    async def stream_events(self, source: Any) -> AsyncIterator[str]:
        raise NotImplementedError


async def adapted(stream: AsyncIterator[str]) -> list[str]:
    return [event async for event in stream]


async def answer(agent: Any, prompt: str) -> list[str]:
    return await adapted(agent.stream_events(prompt))
