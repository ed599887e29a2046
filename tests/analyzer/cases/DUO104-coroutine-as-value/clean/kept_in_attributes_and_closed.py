"""Coroutines that are kept in an attribute, and closed where nobody runs them."""

import asyncio


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


class Later:
    def __init__(self, name: str) -> None:
        self.coroutine = job(name)

    async def run(self) -> str:
        return await self.coroutine

    def drop(self) -> None:
        self.coroutine.close()
