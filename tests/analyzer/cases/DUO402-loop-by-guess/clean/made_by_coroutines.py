"""Who makes these objects is a coroutine, so that their loop is the one that runs."""

import asyncio


class Channel:
    def __init__(self) -> None:
        self.loop = asyncio.get_event_loop()


async def connect() -> Channel:
    await asyncio.sleep(0)
    return Channel()
