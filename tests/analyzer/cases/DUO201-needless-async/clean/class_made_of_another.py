"""A function makes a class for plain code of an async one: where a method runs is decided by its color."""

import asyncio

import bridge


def blocking(cls):
    return bridge.blocking(cls, name=cls.__name__.lstrip("_"))


class _Volume:
    def __init__(self) -> None:
        self.lock: asyncio.Lock | None = None

    async def lock_of_loop(self) -> asyncio.Lock:
        if self.lock is None:
            self.lock = asyncio.Lock()
        return self.lock

    async def write(self, name: str) -> None:
        async with await self.lock_of_loop():
            await asyncio.sleep(0)
            print(name)


Volume = blocking(_Volume)
