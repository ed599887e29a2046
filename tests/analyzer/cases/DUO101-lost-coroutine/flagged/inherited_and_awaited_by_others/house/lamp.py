"""One entity awaits what the device does."""

from house.entity import Entity


class Lamp(Entity):
    async def turn_on(self):
        await self.device.set_point("light", True)

    async def turn_off(self):
        await self.device.set_point("light", False)
