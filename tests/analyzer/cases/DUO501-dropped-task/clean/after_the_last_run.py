"""What is put on a loop that nobody runs any more is never called, and so makes no task."""

import asyncio


async def cook() -> None:
    await asyncio.sleep(1)


async def wash_up(place: asyncio.Event) -> None:
    await place.wait()


def main(place: asyncio.Event) -> None:
    loop = asyncio.new_event_loop()
    loop.run_until_complete(cook())
    loop.call_soon(lambda: loop.create_task(wash_up(place)))
    loop.close()
