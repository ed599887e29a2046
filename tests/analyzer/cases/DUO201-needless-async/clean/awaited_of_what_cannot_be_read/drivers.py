"""A driver that two others await, one of them through an object that nobody can read."""

import asyncio


class Boiler:
    async def read_level(self, name: str) -> dict[str, str]:
        return {"level": name}

    async def poll(self) -> None:
        while True:
            print(await self.read_level("water"))
            await asyncio.sleep(1)
