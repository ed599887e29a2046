"""Private steps of one kind that a caller awaits alike, the others with a reason."""

import asyncio


class Desk:
    def __init__(self) -> None:
        self.notes: list[str] = []

    async def take(self, kind: str, text: str) -> None:
        if kind == "order":
            await self._handle_order_error(text)
        elif kind == "query":
            await self._handle_query_error(text)
        else:
            await self._handle_reply_error(text)

    async def _handle_order_error(self, text: str) -> None:
        self.notes.append(text)

    async def _handle_query_error(self, text: str) -> None:
        await asyncio.sleep(1)
        self.notes.remove(text)

    async def _handle_reply_error(self, text: str) -> None:
        await asyncio.sleep(2)
        self.notes.clear()
