"""Nobody sets a loop for these."""

import asyncio


async def sweep() -> None:
    await asyncio.sleep(1)


def clean_up() -> None:
    asyncio.get_event_loop().run_until_complete(sweep())  # expect: DUO402
