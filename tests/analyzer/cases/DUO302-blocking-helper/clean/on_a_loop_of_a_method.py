"""A method that is given to a thread, of an object that can't be read, runs a coroutine on a loop of its own."""

import asyncio
import time


class Speaker:
    def __init__(self) -> None:
        self.token = ""

    def renew(self) -> None:
        time.sleep(1)
        self.token = "new"

    def spoken(self, text: str) -> bytes:
        loop = asyncio.new_event_loop()

        async def sound() -> bytes:
            self.renew()
            await asyncio.sleep(1)
            return text.encode()

        try:
            return loop.run_until_complete(sound())
        finally:
            loop.close()


async def answer(connection, text: str) -> bytes:
    return await asyncio.to_thread(connection.speaker.spoken, text)
