"""A loop that is run later has its tasks before, and what a module calls may be called by coroutines too, or by others."""

import asyncio


class Feed:
    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def follow(self) -> None:
        await self.ready.wait()


feed = Feed()
loop = asyncio.new_event_loop()
loop.create_task(feed.follow())  # expect: DUO501


def start() -> None:
    asyncio.create_task(feed.follow())  # expect: DUO501


def start_later() -> None:
    asyncio.create_task(feed.follow())  # expect: DUO501


def on_ready() -> None:
    asyncio.create_task(feed.follow())  # expect: DUO501


async def serve() -> None:
    start()
    await feed.follow()


loop.call_soon(on_ready)
start()
loop.run_until_complete(serve())
