"""Jobs that nobody calls but the worker, by their names."""

import asyncio


async def sweep() -> None:
    await asyncio.sleep(1)


def clean_up() -> None:
    asyncio.get_event_loop().run_until_complete(sweep())


def clean_twice() -> None:
    both()


def both() -> None:
    loop = asyncio.get_event_loop()
    loop.run_until_complete(sweep())
    loop.run_until_complete(sweep())
