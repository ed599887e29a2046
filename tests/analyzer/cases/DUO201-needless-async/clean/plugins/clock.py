"""A plugin, which the house sets up by name, whichever it is; it may also set itself up."""

import asyncio


async def set_up(house, options):
    await asyncio.sleep(0)
    house["clock"] = options


async def set_up_again(house):
    await set_up(house, {})
