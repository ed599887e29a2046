"""No loop is running where these are made, so that `create_task` raises, and nobody has a task to hold."""

import asyncio
import threading


class Feed:
    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def follow(self) -> None:
        await self.ready.wait()


feed = Feed()
asyncio.create_task(feed.follow())


def start() -> None:
    asyncio.create_task(feed.follow())


def begin() -> None:
    start()


def work() -> None:
    asyncio.create_task(feed.follow())


if __name__ == "__main__":
    begin()
    threading.Thread(target=work).start()
