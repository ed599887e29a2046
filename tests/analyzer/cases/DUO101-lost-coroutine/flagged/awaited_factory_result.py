"""The receiver is what an awaited coroutine returns, or what `gather` gave."""

import asyncio


class Connection:
    async def execute(self, statement: str) -> None:
        await asyncio.sleep(0)


class Pool:
    async def acquire(self) -> Connection:
        await asyncio.sleep(0)
        return Connection()

    async def acquire_untyped(self):
        await asyncio.sleep(0)
        return Connection()


async def prune(pool: Pool) -> None:
    connection = await pool.acquire()
    connection.execute("delete from runs")  # expect: DUO101
    (await pool.acquire()).execute("vacuum")  # expect: DUO101
    other = await pool.acquire_untyped()
    other.execute("analyze")  # expect: DUO101
    left, right = await asyncio.gather(pool.acquire(), pool.acquire())
    left.execute("select 1")  # expect: DUO101
    limited = await asyncio.wait_for(pool.acquire(), timeout=1)
    limited.execute("select 1")  # expect: DUO101
