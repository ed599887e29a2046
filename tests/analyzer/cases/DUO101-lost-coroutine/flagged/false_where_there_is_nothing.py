"""What a plugin is looked up by gives `False` or a text where there is none, which has no such method."""

import asyncio


class Presence:
    async def announce_state(self) -> None:
        await asyncio.sleep(0)


class Client:
    def __init__(self, plugins) -> None:
        self.plugins = plugins

    def __getitem__(self, key):
        if key in self.plugins:
            return self.plugins[key]
        return False

    def plugin(self, key):
        return self.plugins[key] if key in self.plugins else ""

    async def start(self) -> None:
        await self["presence"].announce_state()

    async def restart(self) -> None:
        await asyncio.sleep(0)
        self["presence"].announce_state()  # expect: DUO101

    async def change(self) -> None:
        await asyncio.sleep(0)
        found = self.plugin("presence")
        found.announce_state()  # expect: DUO101
