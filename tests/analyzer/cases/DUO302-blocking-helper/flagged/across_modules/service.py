"""The coroutine at the end of the path."""

import asyncio

import net
from retry import connect_with_retry


class Service:
    def __init__(self, connection: net.Connection) -> None:
        self.connection = connection

    async def start(self) -> None:
        connect_with_retry(self.connection, 3)  # expect: DUO302
        await asyncio.sleep(0)

    async def restart(self) -> None:
        net.backoff(1)  # expect: DUO302
        self.connection.connect()  # expect: DUO302
        await self.start()
