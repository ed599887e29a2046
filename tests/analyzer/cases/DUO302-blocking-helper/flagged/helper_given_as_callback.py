"""A blocking helper is scheduled onto the loop itself."""

import asyncio
import time


def flush() -> None:
    time.sleep(1)


def tick() -> None:
    flush()


async def main() -> None:
    loop = asyncio.get_running_loop()
    loop.call_soon(tick)  # may: DUO302
    loop.call_later(5, flush)  # may: DUO302
    flush()  # expect: DUO302
    await asyncio.sleep(10)
