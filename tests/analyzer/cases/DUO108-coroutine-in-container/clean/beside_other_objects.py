"""A list may have coroutines beside objects that are none of their results: whoever gets it knows both."""

import asyncio
from collections.abc import Generator
from typing import Any


class Page:
    def __init__(self, number: int) -> None:
        self.number = number


class Pause:
    def __await__(self) -> Generator[Any, None, None]:
        return asyncio.sleep(0).__await__()


async def fetch(number: int) -> Page:
    await asyncio.sleep(0)
    return Page(number)


async def steps(number: int):
    return [Pause(), fetch(number), Pause()]


async def main() -> None:
    for step in await steps(1):
        await step
