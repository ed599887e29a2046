"""The line that declares an attribute makes it of another class, which is the async one, or of one below it."""

import asyncio


class Client:
    def fetch(self, name: str) -> str:
        return name


class AsyncClient:
    async def fetch(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


class PooledClient(AsyncClient):
    pass


class Check:
    def prepare(self) -> None:
        self.client: Client = AsyncClient()
        self.pooled: AsyncClient = PooledClient()

    async def run(self) -> None:
        self.client.fetch("a")  # expect: DUO101
        self.pooled.fetch("a")  # expect: DUO101
        await self.pooled.fetch("a")
