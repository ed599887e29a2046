"""An attribute is None in the beginning, and an object of the project whenever it is used."""

import asyncio


class Client:
    async def send_read_mark(self, chat):
        await asyncio.sleep(0)

    async def read_all(self, chats):
        for chat in chats:
            await self.send_read_mark(chat)


class Message:
    def __init__(self, chat):
        self.chat = chat
        self.client = None

    def finish(self, client):
        self.client = client

    async def mark(self):
        if self.client:
            self.client.send_read_mark(self.chat)  # expect: DUO101
