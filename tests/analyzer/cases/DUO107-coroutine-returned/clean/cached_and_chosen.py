"""A plain function chooses among coroutines, futures and tasks for its caller to await."""

import asyncio
from collections.abc import Awaitable


class Lookup:
    def __init__(self) -> None:
        self._running: dict[str, asyncio.Future[str]] = {}

    async def _fetch(self, name: str) -> str:
        await asyncio.sleep(0)
        return name

    def _ready(self, name: str) -> "asyncio.Future[str]":
        future = asyncio.get_running_loop().create_future()
        future.set_result(name)
        return future

    def find(self, name: str):
        if name in self._running:
            return self._running[name]
        if not name:
            return self._ready(name)
        return self._fetch(name)

    def find_all(self, names: list[str]) -> Awaitable[list[str]]:
        return asyncio.gather(*(self._fetch(name) for name in names))


async def main(lookup: Lookup) -> str:
    return await lookup.find("a") + "".join(await lookup.find_all(["b"]))
