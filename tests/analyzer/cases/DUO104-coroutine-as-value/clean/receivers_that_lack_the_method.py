"""A kiln has a heater that could reserve power, and no such method itself: the line fails before there is a coroutine."""

import asyncio
from abc import ABC, abstractmethod


class Heater:
    async def reserve_power(self, watts: int) -> tuple[int, int]:
        await asyncio.sleep(0)
        return watts, watts


class Oven(ABC):
    @abstractmethod
    async def bake(self) -> int: ...


class Kiln(Oven):
    def __init__(self, **options: int) -> None:
        self.heater = Heater()
        self.options = options

    async def bake(self) -> int:
        watts, _ = await self.heater.reserve_power(1)
        return watts


class Pottery:
    def __init__(self, oven: Oven | None = None, **options: int) -> None:
        self.oven = oven or Kiln(**options)

    async def __aenter__(self) -> "Pottery":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


async def main() -> None:
    async with Pottery() as pottery:
        asked, given = pottery.oven.reserve_power(1)
        print(asked, given)
