"""Has one of the methods in another way."""

import asyncio

from kitchens.cooks import Cook


class Baker(Cook):
    async def taste(self, dish: str) -> str | None:
        await asyncio.sleep(1)
        return dish
