"""A helper gives one more way to wait for what its object holds, and not every caller has to wait."""

import asyncio


class Index:
    def __init__(self) -> None:
        self._refreshed: asyncio.Future[bool] | None = None

    def refresh(self) -> asyncio.Future[bool]:
        if self._refreshed is None:
            self._refreshed = asyncio.get_running_loop().create_future()
        return asyncio.shield(self._refreshed)

    def lost_connection(self) -> None:
        self.refresh()

    async def look_up(self, key: str) -> str:
        await self.refresh()
        return key
