"""Indexing by position belongs to sequences and named tuples."""

import asyncio
from collections import namedtuple
from typing import NamedTuple

Pixel = namedtuple("Pixel", "x y")


class Window(NamedTuple):
    left: int
    right: int


async def window() -> Window:
    await asyncio.sleep(0)
    return Window(0, 1)


async def pixel() -> Pixel:
    await asyncio.sleep(0)
    return Pixel(0, 1)


async def names() -> list[str]:
    await asyncio.sleep(0)
    return ["a"]


async def width() -> int:
    bounds = await window()
    point = await pixel()
    return bounds[1] - bounds[0] + point[0] + len((await names())[0])
