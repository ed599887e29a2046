"""Callers that forget to await."""

import asyncio

import text
from text import shout, total


async def summarize(page: str) -> str:
    await asyncio.sleep(0)
    return page


async def scores(page: str) -> list[int]:
    await asyncio.sleep(0)
    return [1]


async def publish(page: str) -> str:
    await asyncio.sleep(0)
    print(shout(summarize(page)))  # expect: DUO106
    print(total(scores(page)))  # expect: DUO106
    return text.shorten(summarize(page))  # expect: DUO106
