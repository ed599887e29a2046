"""A plain function returns an async manager; a coroutine returns a plain one, awaited first."""

import asyncio
from contextlib import asynccontextmanager, closing, nullcontext
from typing import TextIO


class Cursor:
    def close(self) -> None:
        print("closed")


@asynccontextmanager
async def page(url: str):
    await asyncio.sleep(0)
    yield url


def home():
    return page("/")


async def open_cursor() -> Cursor:
    await asyncio.sleep(0)
    return Cursor()


async def run(limit: asyncio.Semaphore | None, log: TextIO) -> None:
    async with home() as url:
        print(url)
    with closing(await open_cursor()) as cursor:
        print(cursor)
    async with limit or nullcontext():
        await asyncio.sleep(0)
    with log:
        log.write("end")
