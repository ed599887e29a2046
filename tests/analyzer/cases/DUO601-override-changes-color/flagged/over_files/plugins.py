"""The base is in another file, two steps up, or a mixin of the other color comes first."""

import asyncio


class Plugin:
    async def activate(self) -> None:
        await asyncio.sleep(0)

    def describe(self) -> str:
        return "plugin"


class NamedPlugin(Plugin):
    name = "named"
