"""An async face of a class that another package has in plain."""

from stone_ovens import Loaf


class AsyncLoaf(Loaf):
    async def weighed_in_grams(self) -> int:
        return await self.scale.weigh(self)
