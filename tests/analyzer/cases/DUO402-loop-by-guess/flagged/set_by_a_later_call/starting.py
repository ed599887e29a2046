"""The loop is asked for before the call that sets one."""

import asyncio

from loops import Hub


async def tick() -> None:
    await asyncio.sleep(1)


def main() -> None:
    loop = asyncio.get_event_loop()  # expect: DUO402
    Hub().prepare()
    loop.run_until_complete(tick())
