"""Another object is awaited under another name."""

from house.entity import Entity


class Lamp(Entity):
    def __init__(self, device, wire):
        super().__init__(device)
        self.wire = wire

    async def turn_on(self):
        await self.wire.set_point("light", True)
