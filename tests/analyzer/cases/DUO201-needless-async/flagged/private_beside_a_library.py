"""A base of a library that can be read, and has no such method, doesn't ask for what a class does for itself alone."""

import asyncio
import logging

import somewhere


class Spool(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    async def _joined(self, end: str) -> str:  # expect: DUO201
        return end.join(self.lines)

    async def flush_all(self) -> None:
        print(await self._joined("\n"))
        await asyncio.sleep(0)


class Sheet(somewhere.Base):
    async def __joined(self, end: str) -> str:  # expect: DUO201
        return end.join(["a"])

    async def show_all(self) -> None:
        print(await self.__joined("\n"))
        await asyncio.sleep(0)
