"""What all entities talk to, and one more that has a method of the same name."""

import asyncio


class Device:
    async def set_point(self, name, value):
        await asyncio.sleep(0)


class Wire:
    async def set_point(self, name, value):
        await asyncio.sleep(0)
