"""A coroutine function that validates, raises or logs, and is no stub."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Limits:  # may: DUO203
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0

    async def consume(self, amount: int) -> None:  # expect: DUO201
        if self.used + amount > self.limit:
            raise ValueError(f"only {self.limit - self.used} left")
        self.used += amount
        logger.info("%s used", self.used)


async def reset(limits: Limits) -> None:  # expect: DUO201
    limits.used = 0


async def spend(limits: Limits) -> None:
    await limits.consume(3)
    await reset(limits)
    await asyncio.sleep(0)
