"""What is taken from an instance is what the descriptor gives, and not the descriptor."""

import asyncio
from collections.abc import Awaitable
from typing import Any


class Job:
    def __get__(self, owner: Any, kind: type) -> Awaitable[str]:
        return asyncio.sleep(0, "done")


class Anything:
    def __get__(self, owner, kind):
        return owner.find(self)


class Board:
    job = Job()
    anything = Anything()

    async def run(self) -> None:
        await self.job
        await self.anything
        await self.anything()
