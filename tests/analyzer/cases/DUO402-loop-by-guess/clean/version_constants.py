"""A module asks for the version once, and what comes after a branch that returns is the other branch."""

import asyncio
import sys

IS_MODERN = sys.version_info[:2] >= (3, 7)
IS_NEWEST = sys.version_info >= (3, 12)


async def main() -> None:
    await asyncio.sleep(0)


def loop_of_today() -> asyncio.AbstractEventLoop:
    if IS_MODERN:
        return asyncio.get_running_loop()
    return asyncio.get_event_loop()


def run() -> None:
    if IS_NEWEST:
        asyncio.run(main())
    else:
        asyncio.get_event_loop().run_until_complete(main())


def run_and_return() -> None:
    if not IS_NEWEST:
        asyncio.get_event_loop().run_until_complete(main())
        return
    asyncio.run(main())


def run_by_version() -> None:
    if sys.version_info >= (3, 12):
        asyncio.run(main())
        return
    asyncio.get_event_loop().run_until_complete(main())


def run_if_it_is_there() -> None:
    if hasattr(asyncio, "run"):
        asyncio.run(main())
        return
    asyncio.get_event_loop().run_until_complete(main())
