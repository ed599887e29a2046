"""Settings with defaults, which a file of the machine may replace."""

import asyncio

EAGER = False

try:
    from local_settings import *
except ImportError:
    pass


class Shelf:
    if EAGER:

        async def fill(self) -> None:
            await asyncio.sleep(0)

    async def open(self) -> None:
        await asyncio.sleep(0)
        if EAGER:
            self.fill()  # expect: DUO101
