"""A kitchen that gives more to a method which it has from another file."""

import asyncio

from kitchen import Kitchen


class SharedKitchen(Kitchen):
    def call(self, street: str) -> None:
        self._share(self._drive(street))

    async def _drive(self, street: str) -> None:
        await asyncio.open_connection(street, 80)
