"""A plain test asks for the loop on which a plugin has run the async fixture that it is given."""

import asyncio

import pytest_asyncio


@pytest_asyncio.fixture
async def sender():
    async def send(number: int) -> int:
        await asyncio.sleep(0)
        return number

    yield send


def test_send(sender):
    loop = asyncio.get_event_loop()
    assert loop.run_until_complete(sender(1)) == 1
