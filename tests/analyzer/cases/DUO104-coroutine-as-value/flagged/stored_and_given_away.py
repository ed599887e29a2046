"""A coroutine is kept in an attribute of which attributes are taken elsewhere, and which is given away as well."""

import asyncio


class Server:
    async def shutdown(self) -> None:
        await asyncio.sleep(0)


async def started(address):
    await asyncio.sleep(0)
    return Server()


class Program:
    async def start(self, registry):
        self.server = started("localhost")  # expect: DUO104
        registry.add(self.server)

    async def stop(self):
        await self.server.shutdown()
