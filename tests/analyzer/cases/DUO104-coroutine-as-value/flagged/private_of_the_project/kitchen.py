"""Has what it keeps in a private attribute of its own."""

import asyncio

from cookery import Kitchen


class DishKeeper:
    async def list_dishes(self) -> list[str]:
        await asyncio.sleep(0)
        return []


class OwnKitchen(Kitchen):
    def __init__(self, keeper) -> None:
        self._dish_keeper = keeper
