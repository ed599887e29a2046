"""The clean-up is gathered and left alone, in a `finally` and in an `__aexit__`."""

import asyncio


class Pool:
    def __init__(self) -> None:
        self.names = ["a", "b"]

    async def close_one(self, name: str) -> None:
        await asyncio.sleep(0)

    async def __aenter__(self) -> "Pool":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        asyncio.gather(*(self.close_one(name) for name in self.names))  # expect: DUO502


async def run(pool: Pool) -> None:
    try:
        await asyncio.sleep(1)
    finally:
        asyncio.gather(pool.close_one("a"), pool.close_one("b"))  # expect: DUO502
