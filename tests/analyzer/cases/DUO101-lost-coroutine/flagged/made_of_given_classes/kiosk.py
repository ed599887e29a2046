"""A kiosk that is reached over the network."""

import asyncio


class AsyncKiosk:
    def __init__(self, key: str) -> None:
        self.key = key

    async def close_shutters_gently(self) -> None:
        await asyncio.sleep(0)
