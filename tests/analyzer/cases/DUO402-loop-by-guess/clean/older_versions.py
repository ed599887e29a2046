"""Where the version was asked for, the branch for older ones does what was right there."""

import asyncio
import sys


async def main() -> None:
    await asyncio.sleep(0)


def run() -> None:
    if sys.version_info.minor >= 10:
        asyncio.run(main())
    else:
        loop = asyncio.get_event_loop()
        loop.run_until_complete(main())


def run_by_all() -> None:
    if sys.version_info < (3, 7):
        asyncio.get_event_loop().run_until_complete(main())
    else:
        asyncio.run(main())


def run_by_first() -> None:
    if sys.version_info[0] >= 3 and sys.platform != "win32":
        asyncio.run(main())
