"""Was written here, beside a folder of what was not."""

import asyncio


class Rack:
    def __init__(self) -> None:
        self.jars: dict[str, int] = {}

    async def grams(self, name: str) -> int:  # expect: DUO201
        return self.jars.get(name, 0)

    async def _mix(self, names: list[str]) -> int:
        await asyncio.sleep(0)
        return sum([await self.grams(name) for name in names])
