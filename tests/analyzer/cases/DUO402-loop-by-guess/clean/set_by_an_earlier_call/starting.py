"""By the time of the question a call has led to a loop that is set."""

import asyncio

from loops import Hub


async def tick() -> None:
    await asyncio.sleep(1)


def main() -> None:
    hub = Hub()
    hub.prepare()
    loop = asyncio.get_event_loop()
    loop.run_until_complete(tick())


def forever() -> None:
    Hub().prepare()
    go_on()


def go_on() -> None:
    asyncio.get_event_loop().run_forever()
