"""Every comment suppresses something, or belongs to another linter."""

import asyncio
import time


async def save(name: str) -> None:
    await asyncio.sleep(0)


async def wait() -> None:
    time.sleep(1)  # duotone: allow blocking-call -- the loop is our own
    await asyncio.sleep(0)


def close(name: str) -> None:
    save(name)  # noqa: DUO101
    save(name)  # duotone: allow lost-coroutine -- it is started by its destructor
    # duotone: allow DUO101 -- the same
    save(name)
    save(name)  # noqa
    print(name)  # noqa: T201
    print(name)  # noqa
