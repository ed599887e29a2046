"""A caller awaits several in a row, some by other words, or private ones, which are nobody's interface."""

import asyncio


class Desk:
    def __init__(self) -> None:
        self.seen: list[str] = []

    async def handle(self, kind: str, text: str) -> None:
        if kind == "letter":
            await self.read_letter(text)
            await self.read_stamp(text)
        else:
            await self.weigh_parcel(text)

    async def weigh(self, kind: str, text: str) -> None:
        if kind == "letter":
            await self._weigh_quickly(text)
        else:
            await self._weigh_slowly(text)

    async def _weigh_quickly(self, text: str) -> None:  # expect: DUO201
        self.seen.append(text)

    async def _weigh_slowly(self, text: str) -> None:
        await asyncio.sleep(0)
        self.seen.append(text)

    async def read_letter(self, text: str) -> None:
        await asyncio.sleep(0)
        self.seen.append(text)

    async def read_stamp(self, text: str) -> None:  # expect: DUO201
        self.seen.append(text)

    async def weigh_parcel(self, text: str) -> None:  # expect: DUO201
        self.seen.append(text)
