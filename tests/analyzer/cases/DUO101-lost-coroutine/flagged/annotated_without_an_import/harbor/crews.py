"""The only class of its name."""

import asyncio

from harbor.ships import Ship


class Crew:
    def __init__(self) -> None:
        self.ship = Ship(self)

    async def board(self) -> None:
        await asyncio.sleep(0)
