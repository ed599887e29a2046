"""The base tells a callback what came, and the async class waits for that in its place."""

import asyncio
from collections.abc import Callable


class Bus:
    def request(self, name: str, callback: Callable[[str], None] | None = None) -> None:
        if callback is not None:
            callback(name)


class LoopBus(Bus):
    async def request(self, name: str) -> str:
        future = asyncio.get_running_loop().create_future()
        super().request(name, future.set_result)
        return await future
