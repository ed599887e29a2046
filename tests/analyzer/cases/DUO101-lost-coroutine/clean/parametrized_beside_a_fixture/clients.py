"""A client in both colors."""

import asyncio


class Client:
    def send(self, text: str) -> int:
        return len(text)


class AsyncClient:
    async def send(self, text: str) -> int:
        await asyncio.sleep(0)
        return len(text)
