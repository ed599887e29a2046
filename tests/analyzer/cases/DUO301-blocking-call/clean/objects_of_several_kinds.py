"""What may be something else than what blocks, and has the method too, isn't told."""

import asyncio
import queue
from collections.abc import Iterable


class Reader:
    def __init__(self, is_apart: bool) -> None:
        if is_apart:
            self.items = queue.Queue[str]()
        else:
            self.items = asyncio.Queue[str]()

    async def read(self) -> None:
        await asyncio.sleep(0)
        print(self.items.get())


async def show(items: Iterable[str] | queue.Queue[str]) -> None:
    await asyncio.sleep(0)
    print(items.get())
