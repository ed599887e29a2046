"""A property may be async, or return something awaitable; its users await it."""

import asyncio
from collections.abc import Awaitable

from async_property import async_cached_property


class Document:
    @property
    async def title(self) -> str:
        await asyncio.sleep(0)
        return "title"

    @property
    def body(self) -> Awaitable[str]:
        return self._read()

    @async_cached_property
    async def owner(self) -> str:
        await asyncio.sleep(0)
        return "owner"

    async def _read(self) -> str:
        await asyncio.sleep(0)
        return "body"


async def show(document: Document) -> str:
    print(await document.title, await document.owner)
    title = document.title
    body = document.body
    return await title + await body
