"""A kitchen that asks another one before it notes anything down."""

import asyncio

from kitchen import Kitchen


class SharedKitchen(Kitchen):
    async def _note(self, dish: str) -> None:
        await asyncio.open_connection(self.street, 80)
        await super()._note(dish)


class PlainKitchen:
    async def order(self, dish: str) -> None:
        await asyncio.gather(self.note(dish), self.note(dish))

    async def note(self, dish: str) -> None:
        print(dish)
