"""A class that has a client of either color: its plain methods have the plain one."""

from qdrant import AsyncClient, Client


class Store:
    def __init__(self, client: Client | AsyncClient) -> None:
        self.client = client

    def create(self, name: str) -> None:
        if isinstance(self.client, AsyncClient):
            raise TypeError(name)
        if self.client.has_collection(name):
            raise ValueError(name)
        self.client.make(name)

    async def acreate(self, name: str) -> None:
        if await self.client.has_collection(name):
            raise ValueError(name)
        await self.client.make(name)
