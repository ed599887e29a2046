"""A method that only gives back what it is given, and says that it is there for others."""

import asyncio


class Cook:
    async def _prepare_order(self, order: dict[str, int]) -> dict[str, int]:
        return order

    async def seasoned(self, dish: str) -> str:
        """Hook for changing what is served."""
        return dish

    async def serve(self, dish: str) -> str:
        await asyncio.sleep(0)
        order = await self._prepare_order({dish: 1})
        return await self.seasoned(next(iter(order)))
