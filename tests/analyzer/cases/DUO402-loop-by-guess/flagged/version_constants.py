"""A module has asked for the version, and the newer ones guess; or the constant is of something else."""

import asyncio
import os
import sys

IS_NEWEST = sys.version_info >= (3, 12)
IS_LATE = sys.version_info[:2] >= (3, 7)
IS_QUIET = os.environ.get("QUIET") == "1"


async def main() -> None:
    await asyncio.sleep(0)


def run() -> None:
    if IS_NEWEST:
        asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402
    else:
        print("not here")


def run_late() -> None:
    if not IS_LATE:
        return
    asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402


def run_quietly() -> None:
    if IS_QUIET:
        asyncio.run(main())
        return
    asyncio.get_event_loop().run_until_complete(main())  # expect: DUO402
