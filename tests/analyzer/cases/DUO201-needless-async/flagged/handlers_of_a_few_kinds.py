"""A caller awaits handlers of its own, of which few wait for something, or some are plain and called as such."""

import asyncio


class Switchboard:
    def __init__(self) -> None:
        self.waiting: set[str] = set()

    async def process(self, kind: str, caller: str) -> None:
        if kind == "ring":
            await self._handle_ring(caller)
        elif kind == "hold":
            await self._handle_hold(caller)
        else:
            await self._forget_hold(caller)

    async def _handle_ring(self, caller: str) -> None:
        await asyncio.sleep(1)
        self.waiting.discard(caller)

    async def _handle_hold(self, caller: str) -> None:  # expect: DUO201
        self.waiting.add(caller)

    async def _forget_hold(self, caller: str) -> None:  # expect: DUO201
        self.waiting.discard(caller)


class Desk:
    def __init__(self) -> None:
        self.seen: list[str] = []

    async def process(self, kind: str, text: str) -> None:
        if kind == "letter":
            await self._take_letter(text)
        elif kind == "parcel":
            await self._take_parcel(text)
        elif kind == "crate":
            await self._take_crate(text)
        elif kind == "note":
            self._take_note(text)
        else:
            await self._take_card(text)

    async def _take_letter(self, text: str) -> None:
        await asyncio.sleep(0)
        self.seen.append(text)

    async def _take_parcel(self, text: str) -> None:
        await asyncio.sleep(1)
        self.seen.append(text)

    async def _take_crate(self, text: str) -> None:
        await asyncio.sleep(2)
        self.seen.append(text)

    def _take_note(self, text: str) -> None:
        self.seen.append(text)

    async def _take_card(self, text: str) -> None:  # expect: DUO201
        self.seen.append(text)
