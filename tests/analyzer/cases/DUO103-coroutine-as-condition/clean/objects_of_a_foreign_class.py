"""An object that is asked for a class of a package which can't be read has the methods of that class."""

import asyncio

from kettles.base import BaseKettle


class Pot:
    async def whistles_loudly(self, volume: int) -> bool:
        await asyncio.sleep(0)
        return volume > 3


async def watch(pot: Pot) -> bool:
    return await pot.whistles_loudly(4)


async def tell(kettle) -> str:
    if isinstance(kettle, BaseKettle):
        heard = kettle.whistles_loudly(4)
        return "done" if heard else "waiting"
    return "cold"
