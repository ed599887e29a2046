"""What stands under a key of a typed dictionary may be awaited, and one that a call makes can't be read."""

from collections.abc import Awaitable
from typing import TypedDict


class Step(TypedDict):
    name: str
    result: Awaitable[int]


Made = TypedDict("Made", {"result": Awaitable[int]})


def first(steps: list[Step]) -> Step:
    return steps[0].copy()


async def total(steps: list[Step], made: Made, waiting) -> int:
    found: Made = waiting(made)
    await found
    return await first(steps)["result"] + await made["result"]
