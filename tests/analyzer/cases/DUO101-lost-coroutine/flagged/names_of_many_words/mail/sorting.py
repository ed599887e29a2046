"""An async method whose name is nobody else's."""

import asyncio


class Sorter:
    async def check_stamp_against_weight(self, stamp: str) -> bool:
        await asyncio.sleep(0)
        return bool(stamp)

    async def _weigh_all_parcels(self, count: int) -> None:
        await asyncio.sleep(count)

    async def sort(self) -> None:
        await self._weigh_all_parcels(3)
