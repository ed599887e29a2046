"""An async generator is called as a statement and never iterated, so that its body never runs."""

import asyncio
from collections.abc import AsyncIterator


async def replay(events: list[str]) -> AsyncIterator[str]:
    for event in events:
        await asyncio.sleep(0)
        yield event


class Feed:
    async def pump(self) -> AsyncIterator[int]:
        yield 1
        await asyncio.sleep(0)
        yield 2


async def restore(events: list[str]) -> None:
    replay(events)  # expect: DUO101
    await asyncio.sleep(0)


def start(feed: Feed) -> None:
    feed.pump()  # expect: DUO101


def start_either(feed: Feed, is_new: bool) -> None:
    (feed.pump if is_new else replay)()  # expect: DUO101
