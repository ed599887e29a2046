"""What one kind gives away unawaited another kind awaits, where one empty method asks both for it."""

import abc
import asyncio

import presses


class Press(abc.ABC):
    def __init__(self, url: str) -> None:
        self.url = url

    @abc.abstractmethod
    async def fetch_sheet(self, url: str) -> str: ...


class Letterpress(Press):
    async def fetch_sheet(self, url: str) -> str:
        await asyncio.sleep(0)
        return url

    async def run(self) -> str:
        sheet = await self.fetch_sheet(self.url)
        return sheet.title()


class Offset(Press):
    async def fetch_sheet(self, url: str) -> str:
        await asyncio.sleep(0)
        return url.upper()

    def ink(self, sheet):
        return presses.ink(sheet, url=self.url)

    async def run(self) -> str:
        sheet = self.fetch_sheet(self.url)  # expect: DUO106
        inked = self.ink(sheet)
        return str(inked)
