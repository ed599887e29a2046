"""Tests ask for the loop that runs them."""

import asyncio


async def test_an_hour_is_long() -> None:
    loop = asyncio.get_event_loop()
    future = loop.create_future()
    loop.call_soon(future.set_result, loop.time())
    assert await future < 3600
