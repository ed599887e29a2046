"""The line that declares an attribute makes it of another class, which is the async one."""

import asyncio


class Client:
    def fetch(self, name: str) -> str:
        return name


class AsyncClient:
    async def fetch(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


class Check:
    def prepare(self) -> None:
        self.plain: Client = Client()
        self.client: Client = AsyncClient()

    async def run(self) -> str:
        client = self.client
        return await client.fetch("a") + await self.client.fetch("b") + self.plain.fetch("c")
