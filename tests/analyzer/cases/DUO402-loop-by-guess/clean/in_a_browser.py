"""In a browser a loop is always there."""

import asyncio
from collections.abc import Iterable


def load(names: Iterable[str]) -> list[str]:
    from js import fetch

    loop = asyncio.get_event_loop()

    async def one(name: str) -> str:
        return str(await fetch(name))

    async def every() -> list[str]:
        return list(await asyncio.gather(*map(one, names)))

    return loop.run_until_complete(every())
