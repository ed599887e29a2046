"""What does something, or says nothing of others, is no hook."""

import asyncio


class Cook:
    async def _prepare_order(self, order: dict[str, int]) -> dict[str, int]:  # expect: DUO201
        return {dish: count for dish, count in order.items() if count}

    async def plated(self, dish: str) -> str:  # expect: DUO201
        """What the guest gets."""
        return dish

    async def serve(self, dish: str) -> str:
        await asyncio.sleep(0)
        order = await self._prepare_order({dish: 1})
        return await self.plated(next(iter(order)))
