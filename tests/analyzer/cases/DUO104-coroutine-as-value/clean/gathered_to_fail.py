"""Coroutines are gathered where a test expects one of them to fail."""

import asyncio

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
