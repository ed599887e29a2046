"""The class that is imported."""

import asyncio


class Client:
    async def send_read_mark(self, chat):
        await asyncio.sleep(0)

    async def read_all(self, chats):
        for chat in chats:
            await self.send_read_mark(chat)
