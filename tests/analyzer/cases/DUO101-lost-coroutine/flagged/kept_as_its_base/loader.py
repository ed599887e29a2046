"""Calls what only one plugin has."""

import asyncio

from registry import Plugin, Registry


class Updater(Plugin):
    async def check_for_updates(self, name: str) -> bool:
        await asyncio.sleep(0)
        return bool(name)


async def loaded(registry: Registry, name: str) -> None:
    updater = registry.find("updater")
    if updater is None:
        return
    updater.check_for_updates(name)  # expect: DUO101


async def checked(updater: Updater) -> bool:
    return await updater.check_for_updates("all")
