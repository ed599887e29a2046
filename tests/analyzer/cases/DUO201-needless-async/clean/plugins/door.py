"""A plugin, which the house sets up by name, whichever it is; it may also set itself up."""


async def set_up(house, options):
    house["door"] = options


async def set_up_again(house):
    await set_up(house, {})
