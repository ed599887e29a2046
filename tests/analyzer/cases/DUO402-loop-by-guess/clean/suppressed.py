"""The error is suppressed, or the plain function stands in an async one and may run on any loop."""

import asyncio
import contextlib


def loops() -> list[asyncio.AbstractEventLoop]:
    found = []
    with contextlib.suppress(RuntimeError):
        found.append(asyncio.get_event_loop())
    return found


async def check(client) -> bool:
    def is_debugging() -> bool:
        return asyncio.get_event_loop().get_debug()

    return await client.run(is_debugging)
