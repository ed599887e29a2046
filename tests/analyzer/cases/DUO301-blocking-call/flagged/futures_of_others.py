"""One future is asked whether it is done, and the result of another is taken."""

import asyncio
import concurrent.futures


async def either(one: "concurrent.futures.Future[int]", other: "concurrent.futures.Future[int]") -> int:
    await asyncio.sleep(0)
    if one.done():
        return one.result()
    return other.result()  # expect: DUO301
