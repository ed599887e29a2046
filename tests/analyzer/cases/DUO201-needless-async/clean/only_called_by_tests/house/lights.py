"""What a framework looks up by name in whichever module is loaded; the project itself only tests it."""


async def describe_lights(house, room):
    return {"room": room, "lights": sorted(house.lights[room])}


class Lamp:
    def __init__(self) -> None:
        self.level = 0

    async def brighten(self, by: int) -> int:
        self.level += by
        return self.level
