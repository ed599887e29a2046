"""The base is declared to give a future, and the class of those that there are can be awaited."""

import asyncio
import concurrent.futures
from collections.abc import Generator


class SharedFuture(concurrent.futures.Future):
    def __await__(self) -> Generator[object, None, object]:
        return asyncio.wrap_future(self).__await__()


class Pool:
    def submit_row(self, row: str) -> concurrent.futures.Future:
        future = SharedFuture()
        future.set_result(row)
        return future


class Immediate(Pool):
    async def submit_row(self, row: str) -> str:
        await asyncio.sleep(0)
        return row


async def handle(pool: Pool) -> None:
    print(await pool.submit_row("row"))
