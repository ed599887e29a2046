"""A receiver that may be several things: one of them has the async method, and the name tells the same of the others."""

import asyncio


class Mailbox:
    async def deliver_letter(self, text: str) -> int:
        await asyncio.sleep(0)
        return len(text)

    async def count_letters(self) -> int:
        await asyncio.sleep(0)
        return 0


class Office:
    def __init__(self, mailbox=None, counter: object = None):
        self.mailbox = mailbox or Mailbox()
        self.spare = None
        if counter is not None:
            self.spare = counter

    async def post(self, text):
        self.mailbox.deliver_letter(text)  # expect: DUO101
        await self.mailbox.deliver_letter(text)

    async def size(self):
        found = self.mailbox.count_letters()  # expect: DUO104
        return found + await self.mailbox.count_letters()

    async def spare_size(self):
        found = self.spare.count_letters()  # expect: DUO104
        return found + 1
