"""A name that is put together may be that of a method which only classes below have, and those are async."""

import asyncio


class Machine:
    def _get_value_limits(self) -> dict[str, int]:
        return {}

    async def get_value(self, name: str) -> object:
        getter = getattr(self, "_get_value_" + name)
        return await getter()

    async def get_now(self, name: str) -> object:
        return await getattr(self, f"_get_value_{name}")()


class Oven(Machine):
    async def _get_value_heat(self) -> int:
        await asyncio.sleep(1)
        return 180
