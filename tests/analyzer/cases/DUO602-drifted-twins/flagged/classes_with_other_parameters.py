"""The twin classes have methods with different parameters."""

import asyncio


class Client:
    def fetch(self, url: str, timeout: float = 10.0, retries: int = 3) -> str:  # either: DUO602
        print(timeout, retries)
        return url


class AsyncClient:
    async def fetch(self, url: str, timeout: float = 10.0) -> str:  # either: DUO602
        await asyncio.sleep(timeout)
        return url
