"""Whoever asks whether an object has an attribute takes only others for dictionaries."""

from dataclasses import dataclass


@dataclass
class Figures:
    calls: int


async def figures() -> Figures:
    await wait()
    return Figures(1)


async def total() -> int:
    found = await figures()
    return found.calls if hasattr(found, "calls") else found.get("calls", 0)
