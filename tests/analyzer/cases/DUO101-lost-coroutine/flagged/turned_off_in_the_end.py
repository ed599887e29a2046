"""A method is replaced by what does nothing once there is nothing to do, and is meant to be awaited until then."""

import asyncio


class Connection:
    def __init__(self, writer):
        self.writer = writer

    async def send(self, message):
        await asyncio.sleep(0)
        self.writer.write(message)

    def lost(self):
        self.send = lambda message: None

    async def finish(self):
        self.send("bye")  # expect: DUO101


async def greet(connection: Connection):
    connection.send("hello")  # expect: DUO101
