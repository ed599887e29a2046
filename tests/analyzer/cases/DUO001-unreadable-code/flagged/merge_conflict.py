"""A merge conflict was committed."""

import asyncio


async def ping(host: str) -> None:
    await asyncio.sleep(0)


def before(host: str) -> None:
    ping(host)  # expect: DUO101


<<<<<<< HEAD  # either: DUO001
LIMIT = 3  # either: DUO001
=======  # either: DUO001
LIMIT = 4  # either: DUO001
>>>>>>> feature  # either: DUO001
