"""The async twin may be given a dial, whose class is called as the plain one is."""

from granary.asyncio import Dial


class AsyncOven:
    def __init__(self, door: str, dial: Dial | None = None) -> None:
        self.door = door
        self._dial = dial or Dial()

    async def bake(self, loaf: str) -> str:
        return await self._dial.wait(loaf, self.door)
