"""Coroutines wait in queues and collections until a worker awaits them."""

import asyncio
from collections import deque


async def resize(image: str) -> str:
    await asyncio.sleep(0)
    return image


class Backlog:
    def __init__(self) -> None:
        self.queue: asyncio.Queue = asyncio.Queue()
        self.waiting = deque()
        self.by_image = {}

    def add(self, image: str) -> None:
        self.queue.put_nowait(resize(image))
        self.waiting.append(resize(image))
        self.by_image.setdefault(image, resize(image))

    async def work(self) -> None:
        while True:
            await (await self.queue.get())
            await self.waiting.popleft()
            for pending in self.by_image.values():
                await pending


async def add_and_wait(queue: asyncio.Queue, image: str) -> None:
    await queue.put(resize(image))
    await queue.put((0, resize(image)))
