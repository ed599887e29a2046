"""Two clients, of either color."""

import asyncio


class Client:
    async def refresh(self) -> None:
        await asyncio.sleep(0)


class PlainClient:
    def refresh(self) -> None:
        print("refreshed")
