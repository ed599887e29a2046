"""The annotation names another class, and the `get` that is awaited is none of a mapping."""

import asyncio


class Session:
    def __init__(self, address: str) -> None:
        self.address = address

    async def fetch(self, path: str) -> str:
        await asyncio.sleep(0)
        return self.address + path


class Connection:
    async def get(self, path: str) -> str:
        await asyncio.sleep(0)
        return path


async def opened() -> tuple[Session, int]:
    await asyncio.sleep(0)
    connection, port = Connection(), 80
    return connection, port


async def main() -> None:
    client, _ = await opened()
    print(await client.get("/"))
