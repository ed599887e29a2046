"""Awaits only methods of which one suspends, or a method of a class below does."""

import asyncio


class Kitchen:
    def __init__(self, street: str) -> None:
        self.street = street
        self.dishes: list[str] = []

    async def order(self, dish: str) -> None:
        await self._note(dish)

    async def fetch(self, dish: str) -> None:
        await self._note(dish)
        await self._drive()

    async def _note(self, dish: str) -> None:
        self.dishes.append(dish)

    async def _drive(self) -> None:
        await asyncio.open_connection(self.street, 80)
