"""Async methods hand on what they are asked for to another object's method of the same name, by one private word."""

import asyncio


class Storage:
    async def _info(self, path):
        await asyncio.sleep(0)
        return {"name": path}

    async def _exists(self, path):
        return bool(await self._info(path))


class Folder(Storage):
    def __init__(self, path, below):
        self.path = path
        self.below = below

    async def _exists(self, path):
        return self.below._exists(f"{self.path}/{path}")  # expect: DUO107

    async def _info(self, path):
        info = self.below._info(f"{self.path}/{path}")  # expect: DUO104
        info["name"] = path
        return info
