"""An object that lacks what it was asked for is no dictionary either."""

from dataclasses import dataclass


@dataclass
class Figures:
    calls: int


async def figures() -> Figures:
    await wait()
    return Figures(1)


async def total() -> int:
    found = await figures()
    return found.errors if hasattr(found, "errors") else found.get("errors", 0)  # expect: DUO110
