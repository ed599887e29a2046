"""Either branch of a conditional definition is async, so whichever holds, the call is lost."""

import asyncio
import sys

if sys.version_info >= (3, 12):

    async def settle(delay: float) -> None:
        await asyncio.sleep(delay)

else:

    async def settle(delay: float) -> None:
        await asyncio.sleep(delay * 2)


try:
    import uvloop
except ImportError:
    uvloop = None


def finish(delay: float) -> None:
    settle(delay)  # expect: DUO101
