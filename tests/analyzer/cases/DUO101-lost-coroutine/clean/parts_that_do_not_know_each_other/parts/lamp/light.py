"""The one method of the tree with this name is async."""

import asyncio


class Lamp:
    async def set_power(self, is_on: bool) -> None:
        await asyncio.sleep(0)
        print(is_on)


async def turn_on(lamp: Lamp) -> None:
    await lamp.set_power(True)
