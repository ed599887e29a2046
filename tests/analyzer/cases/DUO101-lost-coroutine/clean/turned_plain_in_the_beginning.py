"""A method is replaced by a plain one that does the same, where no loop is wanted."""

import asyncio


class Connection:
    def __init__(self, writer, is_plain):
        self.writer = writer
        if is_plain:
            self.send = lambda message: self.writer.write(message)

    async def send(self, message):
        await asyncio.sleep(0)
        self.writer.write(message)


def greet(connection: Connection):
    connection.send("hello")
