"""An object that has been asked for no class is one of the project by the name of its method."""

import asyncio


class Pot:
    async def whistles_loudly(self, volume: int) -> bool:
        await asyncio.sleep(0)
        return volume > 3


async def watch(pot: Pot) -> bool:
    return await pot.whistles_loudly(4)


async def tell(kettle) -> str:
    heard = kettle.whistles_loudly(4)  # expect: DUO103
    return "done" if heard else "waiting"


async def tell_of_pots(kettle) -> str:
    if isinstance(kettle, Pot):
        heard = kettle.whistles_loudly(4)  # expect: DUO103
        return "done" if heard else "waiting"
    return "cold"
