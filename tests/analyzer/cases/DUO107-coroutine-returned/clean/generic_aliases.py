"""What an alias is given stands where its variable does, which is not what the generator yields."""

import asyncio
from collections.abc import Generator
from typing import Any, TypeVar

from reels import driven

T = TypeVar("T")
Steps = Generator[Any, Any, T]


async def fetch(number: int) -> bytes:
    await asyncio.sleep(0)
    return bytes(number)


@driven
def size(number: int) -> Steps[int]:
    found = yield fetch(number)
    return len(found)


def steps(number: int) -> Steps[None]:
    yield fetch(number)
