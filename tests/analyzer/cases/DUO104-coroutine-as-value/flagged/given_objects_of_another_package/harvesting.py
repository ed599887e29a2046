"""Robots of an orchard, whose method has a name that baskets of another package have too."""

import asyncio


class AppleRobot:
    async def collect(self):
        await asyncio.sleep(1)
        return ["apple"]


class PlumRobot:
    async def collect(self):
        await asyncio.sleep(2)
        return ["plum"]
