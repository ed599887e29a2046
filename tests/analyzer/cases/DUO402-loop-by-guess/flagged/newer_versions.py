"""The version was asked for, and the branch for newer ones is the one that guesses."""

import asyncio
import sys


async def main() -> None:
    await asyncio.sleep(0)


def run() -> None:
    if sys.version_info >= (3, 8) and sys.platform == "win32":
        print("on Windows")
    if sys.version_info[1] >= 8:
        asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402
    else:
        print("not here")
