"""A thread has a loop of its own, which it runs itself."""

import asyncio
import threading


async def tick() -> None:
    await asyncio.sleep(1)


def begin() -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(tick())


def start() -> None:
    threading.Thread(target=begin).start()
