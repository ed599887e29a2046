"""Awaits only its own methods and those of others, of which none suspends, or none but for a while."""

from __future__ import annotations

from oven import Oven


class Kitchen:
    def __init__(self) -> None:
        self.oven = Oven()
        self.dishes: list[str] = []

    async def order(self, dish: str, count: int) -> None:
        for _ in range(count):
            await self._note(dish)

    async def _note(self, dish: str) -> None:
        """Must be async, since other kitchens ask their cook first."""
        self.dishes.append(dish)

    async def bake(self, dish: str) -> None:
        await self.oven.warm(180)
        await self._note(dish)


def kitchen_of(street: str) -> Kitchen | None:
    return Kitchen() if street else None
