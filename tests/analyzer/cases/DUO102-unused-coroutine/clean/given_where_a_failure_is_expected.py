"""A coroutine that is given away in a block that is expected to fail."""

import asyncio

import pytest


async def body() -> int:
    await asyncio.sleep(60)
    return 1


async def test_a_task_is_refused(scheduler) -> None:
    coroutine = body()
    with pytest.raises(asyncio.CancelledError):
        async with scheduler.start("c0", coroutine):
            pass
