"""What the tests are about."""

import asyncio


class Basket:
    async def clear(self) -> None:
        await asyncio.sleep(0)
