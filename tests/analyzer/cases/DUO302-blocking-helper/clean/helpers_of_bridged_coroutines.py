"""Plain code has coroutines run one at a time, each on a loop of its own, which their helpers may hold up."""

import asyncio
import time

from asgiref.sync import AsyncToSync, async_to_sync


class Table:
    def lay(self) -> None:
        self.seats = async_to_sync(self.set_out)(3)

    async def set_out(self, count: int) -> int:
        for _ in range(count):
            await asyncio.sleep(0)
            self.rest()
        return count

    def rest(self) -> None:
        time.sleep(1)


async def fetch() -> None:
    await asyncio.sleep(0)
    Table().rest()


fetch_now = AsyncToSync(fetch)
