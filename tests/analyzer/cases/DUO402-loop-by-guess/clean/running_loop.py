"""The running loop is asked for, or a loop is made and handed on."""

import asyncio


async def deadline(seconds: float) -> float:
    await asyncio.sleep(0)
    return asyncio.get_running_loop().time() + seconds


def on_data(protocol, data: bytes) -> None:
    asyncio.get_running_loop().call_soon(protocol.feed, data)


def main() -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(deadline(1))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
