"""Tests start what they wait for in another way, and end before anything is collected."""

import asyncio


async def test_an_event_is_seen() -> None:
    event = asyncio.Event()

    async def later() -> None:
        await asyncio.sleep(0)
        event.set()

    asyncio.create_task(later())
    await asyncio.wait_for(event.wait(), 1)
