"""Plain methods hand on what they are asked for, and async ones where the name says nothing of the project."""

import asyncio


class Storage:
    async def _info(self, path):
        await asyncio.sleep(0)
        return {"name": path}

    async def get(self, path):
        return await self._info(path)

    async def get_all(self, paths):
        return [await self.get(path) for path in paths]


class Folder:
    def __init__(self, path, below):
        self.path = path
        self.below = below

    def _info(self, path):
        return self.below._info(f"{self.path}/{path}")

    async def get(self, key):
        await asyncio.sleep(0)
        return self.below.get(key)


class Wallets:
    def __init__(self, opened):
        self.opened = opened

    async def balance(self, name=""):
        if name in self.opened:
            return self.opened[name]["wallet"].balance()
        return await self.total(name)

    async def total(self, name):
        await asyncio.sleep(0)
        return 0


async def shown(wallets: Wallets, name):
    return await wallets.balance(name)
