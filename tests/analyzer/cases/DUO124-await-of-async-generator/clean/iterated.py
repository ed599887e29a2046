"""Async generators are iterated, and their methods awaited."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator


async def echo() -> AsyncGenerator[str, str]:
    text = ""
    while True:
        await asyncio.sleep(0)
        text = yield text


async def main() -> str:
    talk = echo()
    await anext(talk)
    await talk.asend("a")
    await talk.__anext__()
    await talk.aclose()
    async for text in echo():
        return text
    return ""
