"""A queue of threads is asked whether something is in it, and only then taken from."""

import asyncio
import queue


class Completed:
    def __init__(self) -> None:
        self.queue: queue.Queue[int] = queue.Queue()
        self.arrived = asyncio.Event()

    def _take(self) -> int:
        return self.queue.get()

    async def next(self) -> int:
        while self.queue.empty():
            await self.arrived.wait()
        return self._take()

    async def drain(self) -> list[int]:
        found = []
        while self.queue.qsize():
            found.append(self.queue.get())
            await asyncio.sleep(0)
        return found
