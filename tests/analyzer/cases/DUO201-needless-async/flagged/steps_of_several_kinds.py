"""Steps whose names begin alike and do different things, or stand beside plain ones of their kind."""

import asyncio


class Desk:
    def __init__(self) -> None:
        self.notes: list[str] = []

    async def take(self, kind: str, text: str) -> None:
        await self._handle_order(text)
        await self._handle_query(text)
        await self._handle_reply(text)
        await self._write_first_note(text)
        await self._write_last_note(text)
        await self._write_other_note(text)
        self._write_plain_note(text)

    async def _handle_order(self, text: str) -> None:  # expect: DUO201
        self.notes.append(text)

    async def _handle_query(self, text: str) -> None:
        await asyncio.sleep(1)
        self.notes.remove(text)

    async def _handle_reply(self, text: str) -> None:
        await asyncio.sleep(2)
        self.notes.clear()

    async def _write_first_note(self, text: str) -> None:  # expect: DUO201
        self.notes.append(text)

    async def _write_last_note(self, text: str) -> None:
        await asyncio.sleep(1)
        self.notes.append(text)

    async def _write_other_note(self, text: str) -> None:
        await asyncio.sleep(2)
        self.notes.append(text)

    def _write_plain_note(self, text: str) -> None:
        self.notes.append(text)
