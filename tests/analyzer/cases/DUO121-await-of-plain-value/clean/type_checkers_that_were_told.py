"""A comment tells a type checker to leave an await alone that it calls wrong, since that it fails is the point."""

import asyncio


async def check_failure() -> None:
    handle = asyncio.get_running_loop().call_later(1, print)
    handle.cancel()

    async def wait() -> None:
        await handle  # type: ignore[misc]

    try:
        await wait()
    except TypeError:
        print("as expected")
