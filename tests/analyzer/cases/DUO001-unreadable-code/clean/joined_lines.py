"""Lines that are joined, shared or ended in uncommon ways."""

import asyncio; import sys

if sys.version_info >= \
        (3, 11): LIMIT = 3; MORE = 4
else: LIMIT, MORE = \
    1, 2


async def ping(host: str, *, times: int = LIMIT) -> str: await asyncio.sleep(0); return host * times


async def both(one: str) -> list[str]:
    return [
        await ping(one),  # a comment, with an open (
        await ping("\
two"), await \
        ping(one, times=MORE),
    ]
