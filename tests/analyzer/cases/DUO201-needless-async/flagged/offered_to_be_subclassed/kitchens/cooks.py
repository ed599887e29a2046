"""A class with methods that others have in another way."""

import asyncio


class Cook:
    async def taste(self, dish: str) -> str | None:
        await asyncio.sleep(0)
        return dish or None

    async def plate(self, dish: str, is_hot: bool) -> str:  # expect: DUO201
        return f"{dish} on a {'warm' if is_hot else 'cold'} plate"

    async def serve(self, dish: str) -> str:
        await asyncio.sleep(0)
        return await self.plate(await self.taste(dish) or "bread", is_hot=True)
