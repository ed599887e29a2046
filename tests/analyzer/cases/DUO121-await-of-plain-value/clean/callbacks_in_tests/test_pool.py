"""A callback within a test is given what the pool has, whatever fixture has the name of its parameter."""

import asyncio


class AsyncConnection:
    async def execute(self, text: str) -> int:
        await asyncio.sleep(0)
        return len(text)


async def opened(prepare):
    made = AsyncConnection()
    await prepare(made)
    return made


async def test_prepared(pool_of):
    async def prepare(connection):
        await connection.execute("atlas")

    assert await opened(prepare)


def test_of_a_plain_one(connection):
    assert connection.execute("atlas") == 5
