"""Calls methods that only some have, or that somebody has in the other color."""

import asyncio

from registry import Part, Plugin, Registry


class Updater(Plugin):
    async def check_for_updates(self, name: str) -> bool:
        await asyncio.sleep(0)
        return bool(name)


class Slow(Part):
    async def build_index(self) -> None:
        await Updater().check_for_updates("index")


class Fast(Part):
    def build_index(self) -> None:
        pass


async def loaded(registry: Registry, name: str) -> None:
    updater = registry.find("updater")
    if updater is not None:
        updater.check_for_updates(name)
    part = registry.part("index")
    if part is not None:
        part.build_index()


async def built(slow: Slow) -> None:
    await slow.build_index()
