"""Coroutines are gathered where a test expects one of them to fail."""

import asyncio
from collections.abc import Awaitable

import pytest


class Stream:
    async def publish(self, subject):
        await asyncio.sleep(0)
        return subject


async def test_too_many(stream: Stream):
    stream = Stream()
    print(await stream.publish("a"))
    print(await stream.publish("b"))
    with pytest.raises(ValueError):
        publishes = [stream.publish("c") for _ in range(3)]
        results = await asyncio.gather(*publishes)
        assert len(results) == 3


async def first(*waiting: Awaitable[object]) -> object:
    done, _ = await asyncio.wait([asyncio.ensure_future(one) for one in waiting], return_when="FIRST_COMPLETED")
    return done.pop().result()


async def test_first(stream: Stream):
    with pytest.raises(ValueError):
        await first(asyncio.sleep(1), stream.publish("d"))
