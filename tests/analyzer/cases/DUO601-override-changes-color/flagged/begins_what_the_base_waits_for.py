"""A plain override begins an async method of its object and doesn't wait for its end."""

import asyncio


class Node:
    async def cordon(self) -> None:
        await asyncio.sleep(0)

    async def watch(self) -> None:
        await asyncio.sleep(1)


class Watched(Node):
    def cordon(self) -> None:  # expect: DUO601
        self.task = asyncio.create_task(self.watch())
