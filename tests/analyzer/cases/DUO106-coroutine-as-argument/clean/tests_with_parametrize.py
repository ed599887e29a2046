"""Tests give coroutines to runners, fixtures and mocks."""

import asyncio
from unittest.mock import AsyncMock

import pytest


async def ping(host: str) -> bool:
    await asyncio.sleep(0)
    return True


@pytest.fixture
def run():
    loop = asyncio.new_event_loop()
    yield loop.run_until_complete
    loop.close()


def test_ping(run):
    assert run(ping("a"))


@pytest.mark.parametrize("host", ["a", "b"])
def test_ping_each(run, host):
    assert run(asyncio.wait_for(ping(host), 1)) is True


def test_mock(run):
    mocked = AsyncMock(side_effect=ping)
    assert run(mocked("a"))
