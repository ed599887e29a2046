"""What blocks only where a helper of one's own found no loop to hold up."""

import asyncio
import time


def loop_here() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_event_loop()
    except RuntimeError:
        return None


async def pause(seconds: float) -> None:
    loop = loop_here()
    if loop is None:
        time.sleep(seconds)
        return
    await loop.run_in_executor(None, time.sleep, seconds)


def settle(seconds: float) -> None:
    loop = loop_here()
    if not loop:
        time.sleep(seconds)


async def main() -> None:
    await pause(1)
    settle(1)
