"""A class with a base of another package, whose name says nothing of what it has in common with it."""

from stone_ovens import Baked


class Loaf(Baked):
    async def weighed_in_grams(self) -> int:
        return await self.scale.weigh(self)
