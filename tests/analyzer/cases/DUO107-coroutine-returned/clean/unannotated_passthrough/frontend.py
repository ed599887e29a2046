"""The callers."""

import asyncio

from backend import Backend


class Frontend:
    def __init__(self):
        self.backend = Backend()

    async def create(self, name):
        return (await self.backend.create(name))["name"]

    async def update(self, name):
        both = [self.backend.update(name), self.backend.create(name)]
        return await asyncio.gather(*both)

    def forward(self, name):
        return self.backend.create(name)


async def use(frontend):
    return await frontend.forward("a")
