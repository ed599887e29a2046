"""A method calls another method of its own class."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Supervisor:
    def __init__(self, name: str) -> None:
        self.name = name
        self.restarts = 0

    async def restart(self) -> None:
        self.restarts += 1
        await asyncio.sleep(0.5)

    async def watch(self, limit: int) -> None:
        while self.restarts < limit:
            if self.restarts % 2:
                self.restart()  # expect: DUO101
            else:
                await self.restart()

    def on_signal(self, number: int) -> None:
        logger.warning("signal %s", number)
        self.restart()  # expect: DUO101

    @classmethod
    async def warm_up(cls) -> None:
        await asyncio.sleep(0)

    @staticmethod
    async def announce(text: str) -> None:
        await asyncio.sleep(0)

    def prepare(self) -> None:
        self.warm_up()  # expect: DUO101
        Supervisor.warm_up()  # expect: DUO101
        self.announce("ready")  # expect: DUO101
