"""One of the ovens that may come has the method, as no other class of the project."""

import asyncio
from abc import ABC, abstractmethod


class Oven(ABC):
    @abstractmethod
    async def bake(self) -> int: ...


class Kiln(Oven):
    def __init__(self, **options: int) -> None:
        self.options = options

    async def bake(self) -> int:
        return 1


class Grill(Oven):
    async def bake(self) -> int:
        watts, _ = await self.reserve_power(1)
        return watts

    async def reserve_power(self, watts: int) -> tuple[int, int]:
        await asyncio.sleep(0)
        return watts, watts


class Pottery:
    def __init__(self, oven: Oven | None = None, **options: int) -> None:
        self.oven = oven or Kiln(**options)

    async def __aenter__(self) -> "Pottery":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


async def main() -> None:
    async with Pottery() as pottery:
        asked, given = pottery.oven.reserve_power(1)  # expect: DUO104
        print(asked, given)
