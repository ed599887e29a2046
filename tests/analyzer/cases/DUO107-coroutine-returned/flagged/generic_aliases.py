"""What an alias is given is what the generator yields, and a coroutine is none."""

import asyncio
from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Parts = Generator[T, None, None]


async def fetch(number: int) -> bytes:
    await asyncio.sleep(0)
    return bytes(number)


def parts(numbers: list[int]) -> Parts[bytes]:
    for number in numbers:
        yield fetch(number)  # expect: DUO107
