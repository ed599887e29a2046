"""A function gives a coroutine where a loop is running; its annotation says what comes of it in the end."""

import asyncio


class Session:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()

    async def _open(self) -> "Session":
        await asyncio.sleep(0)
        return self

    def open(self) -> "Session":
        coro = self._open()
        return coro if self.loop.is_running() else self.loop.run_until_complete(coro)


async def main():
    session = Session()
    await session.open()
