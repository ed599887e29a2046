"""All bases have the other color, however many there are."""

import asyncio


class Source:
    async def read(self) -> str:
        await asyncio.sleep(0)
        return ""


class Buffered(Source):
    async def read(self) -> str:
        return await super().read()


class Memory(Buffered):
    def read(self) -> str:  # expect: DUO601
        return "memory"
