"""A method of an object was replaced by one that gives something to await."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


class Workers:
    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)
        real = self.pool.submit
        self.pool.submit = lambda *args: asyncio.wrap_future(real(*args))


workers = Workers()


async def count(words):
    pool = workers.pool
    return await pool.submit(len, words)
