"""A coroutine is kept in a variable, a list, a dict or an attribute, and awaited later or elsewhere."""

import asyncio


async def download(url: str) -> bytes:
    await asyncio.sleep(0)
    return b""


class Prefetch:
    def __init__(self, url: str) -> None:
        self._pending = download(url)
        self._more = {}
        self._queue = []

    def want(self, url: str) -> None:
        self._more[url] = download(url)
        self._queue.append(download(url))

    async def first(self) -> bytes:
        return await self._pending

    async def rest(self) -> list[bytes]:
        found = [await self._more[url] for url in self._more]
        while self._queue:
            found.append(await self._queue.pop())
        return found


async def overlap(url: str) -> bytes:
    pending = download(url)
    await asyncio.sleep(0)
    return await pending


async def either(url: str, mirror: str | None) -> bytes:
    pending = None
    if mirror:
        pending = download(mirror)
    if pending is not None:
        return await pending
    return await download(url)
