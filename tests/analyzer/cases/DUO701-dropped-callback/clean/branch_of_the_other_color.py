"""A test is written for both colors, and asks which one it has before it takes threads."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def is_async(connection):
    return type(connection).__name__.startswith("Async")


async def run_all(connection, values):
    async def update(value):
        await connection.execute(value)

    if is_async(connection):
        await asyncio.gather(*[update(value) for value in values])
    else:
        with ThreadPoolExecutor() as threads:
            list(threads.map(update, values))
