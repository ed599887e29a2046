"""A plain override gives a coroutine whatever its annotation says, or only raises."""

import asyncio


class Remote:
    async def load(self, number: int) -> str:
        await asyncio.sleep(0)
        return str(number)

    async def save(self, number: int) -> str:
        await asyncio.sleep(0)
        return str(number)

    async def drop(self, number: int) -> None:
        await asyncio.sleep(0)


class Proxy(Remote):
    async def _load(self, number: int) -> str:
        await asyncio.sleep(0)
        return str(number)

    def load(self, number: int) -> str:
        return self._load(number)  # type: ignore[return-value]

    def save(self, number: int) -> str:
        message = "can't be written"
        raise PermissionError(message)

    def drop(self, number: int) -> None:
        raise NotImplementedError
