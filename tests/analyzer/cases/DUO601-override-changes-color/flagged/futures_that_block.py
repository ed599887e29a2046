"""The base is declared to give a future, which has to be asked for its result."""

import asyncio
import concurrent.futures


class SharedFuture(concurrent.futures.Future):
    name = "shared"


class Pool:
    def submit_row(self, row: str) -> concurrent.futures.Future:
        future = SharedFuture()
        future.set_result(row)
        return future


class Immediate(Pool):
    async def submit_row(self, row: str) -> str:  # expect: DUO601
        await asyncio.sleep(0)
        return row


def handle(pool: Pool) -> None:
    print(pool.submit_row("row").result())
