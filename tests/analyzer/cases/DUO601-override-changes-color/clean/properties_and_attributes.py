"""Attributes, properties and class attributes stand for methods without changing the color of what is called."""

import asyncio
from collections.abc import Awaitable, Callable


async def _default(text: str) -> str:
    await asyncio.sleep(0)
    return text


class Agent:
    handler: Callable[[str], Awaitable[str]] = staticmethod(_default)

    async def handle(self, text: str) -> str:
        return await self.handler(text)

    @property
    def name(self) -> str:
        return "agent"


class Named(Agent):
    name = "named"

    async def handler(self, text: str) -> str:
        await asyncio.sleep(0)
        return text.upper()


class Quiet(Agent):
    handle = Agent.handle

    def __init__(self) -> None:
        self.handler = _default
