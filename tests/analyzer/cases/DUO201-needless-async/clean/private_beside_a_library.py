"""What a base from elsewhere may call: private names that nobody calls here, and any that a base can't be read for."""

import asyncio
import logging

import somewhere


class Spool(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    async def _joined(self, end: str) -> str:
        return end.join(self.lines)


class Sheet(somewhere.Base):
    async def _joined(self, end: str) -> str:
        return end.join(["a"])

    async def show_all(self) -> None:
        print(await self._joined("\n"))
        await asyncio.sleep(0)
