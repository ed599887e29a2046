"""An attribute has methods that are awaited, under names that coroutines have too."""

import asyncio

import drivers


class Transaction:
    def __init__(self, path: str) -> None:
        self.path = path

    async def get_connection(self):
        await asyncio.sleep(0)
        return drivers.connect(self.path)

    async def __aenter__(self) -> "Transaction":
        self.connection = self.get_connection()  # expect: DUO104
        return self

    async def __aexit__(self, *details: object) -> None:
        await self.connection.commit()
        await self.connection.close()
