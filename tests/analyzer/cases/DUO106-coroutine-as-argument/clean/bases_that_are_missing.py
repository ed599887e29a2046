"""A base that isn't there to be read may be what makes the objects of a class awaitable."""

import asyncio
from typing import cast

from not_installed import Future


class Album:
    title = ""


class Job(Future):
    title = ""


async def find_album(title: str) -> Album:
    await asyncio.sleep(0)
    return Album()


async def keep(record: Album | Job) -> Album:
    return record if isinstance(record, Album) else await record


async def collect(titles: list[str]) -> list[Album]:
    return [await keep(find_album(title)) for title in titles]


async def begin(title: str) -> Album:
    return await cast(Job, find_album(title))
