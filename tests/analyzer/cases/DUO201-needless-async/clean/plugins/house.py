"""Loads plugins by their names."""

import importlib


async def load(house, names):
    for name in names:
        plugin = importlib.import_module(name)
        await plugin.set_up(house, {"name": name})
        await plugin.set_up_again(house)
