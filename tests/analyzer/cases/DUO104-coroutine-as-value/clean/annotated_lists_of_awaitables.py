"""A list that is annotated as one of awaitables is awaited one by one, and a failure is told with the element."""

import asyncio
import logging
from collections.abc import Awaitable

log = logging.getLogger(__name__)


class Network:
    async def load(self) -> None:
        await asyncio.sleep(0)


class Disks:
    async def load(self) -> None:
        await asyncio.sleep(0)


class System:
    def __init__(self) -> None:
        self.network = Network()
        self.disks = Disks()

    async def setup(self) -> None:
        loads: list[Awaitable[None]] = [self.network.load(), self.disks.load()]
        for load in loads:
            try:
                await load
            except OSError as error:
                log.critical("%s has failed: %s", load, error)

    async def again(self) -> None:
        await self.network.load()
        await self.disks.load()
