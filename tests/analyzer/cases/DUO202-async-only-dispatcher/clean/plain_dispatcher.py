"""A plain dispatcher over plain handlers, and an async one over a protocol whose implementations suspend."""

import asyncio
from typing import Protocol


def ping(text: str) -> str:
    return "pong"


def echo(text: str) -> str:
    return text


HANDLERS = {"ping": ping, "echo": echo}


def dispatch(name: str, text: str) -> str:
    return HANDLERS[name](text)


class Plugin(Protocol):
    async def process(self, text: str) -> str: ...


class Remote:
    async def process(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


async def process_all(plugins: list[Plugin], text: str) -> str:
    for plugin in plugins:
        text = await plugin.process(text)
    return text


async def main() -> str:
    return await process_all([Remote()], dispatch("echo", "a"))
