"""What blocks where a helper found a loop, or where something else was None."""

import asyncio
import time


def loop_here() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_event_loop()
    except RuntimeError:
        return None


def setting(name: str) -> str | None:
    return {"a": "b"}.get(name)


async def pause(seconds: float) -> None:
    loop = loop_here()
    if loop is not None:
        time.sleep(seconds)  # expect: DUO301
    await asyncio.sleep(0)


async def settle(seconds: float) -> None:
    loop = loop_here()
    found = setting("a")
    if found is None:
        time.sleep(seconds)  # expect: DUO301
    print(loop)
    time.sleep(seconds)  # expect: DUO301
    await asyncio.sleep(0)
