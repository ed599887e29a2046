"""A driver that two others await, both of whom are known."""

import asyncio


class Boiler:
    async def read_level(self, name: str) -> dict[str, str]:  # expect: DUO201
        return {"level": name}

    async def poll(self) -> None:
        while True:
            print(await self.read_level("water"))
            await asyncio.sleep(1)
