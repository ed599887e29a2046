"""Attributes begin as None or a number, and all that methods put there is plain."""


class Kitchen:
    def __init__(self):
        self._dishes = None
        self._washed = 0

    def dishes(self):
        self._dishes = ["soup"]
        return self._dishes

    def wash(self):
        self._washed = 3
        return self._washed

    def clear(self):
        self._dishes = None
        self._washed = 0


async def serve():
    kitchen = Kitchen()
    await kitchen.dishes()  # expect: DUO121
    await kitchen.wash()  # expect: DUO121
    await kitchen.clear()  # expect: DUO121
