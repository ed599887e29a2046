"""A receiver that may be several things, of which one has another method of this name, or may have."""

import asyncio
import logging.handlers

import somewhere


class Mailbox:
    async def flush(self) -> int:
        await asyncio.sleep(0)
        return 0

    async def deliver_letter(self, text: str) -> int:
        await asyncio.sleep(0)
        return len(text)


class Batch(somewhere.Base):
    """What it inherits can't be read, and may be a plain method of the same name."""


class Office:
    def __init__(self, mailbox=None, text: str = ""):
        # A common name tells nothing of what somebody else gives.
        self.mailbox = mailbox or Mailbox()
        self.either = Mailbox() if text else logging.handlers.MemoryHandler(10)
        self.batch = Mailbox() if text else Batch()
        self.other = Mailbox() if text else somewhere.make()

    async def close(self):
        await Mailbox().flush()
        self.mailbox.flush()
        self.either.flush()

    async def post(self, text):
        await Mailbox().deliver_letter(text)
        self.batch.deliver_letter(text)
        self.other.deliver_letter(text)
