"""The thread was told to end, and waits for the loop that waits for it."""

import asyncio
import threading


class Feeder:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.feed)

    async def take(self) -> None:
        await asyncio.sleep(1)

    def feed(self) -> None:
        while not self.ended.is_set():
            asyncio.run_coroutine_threadsafe(self.take(), self.loop).result()

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.ended.set()
        self.thread.join()  # expect: DUO301
