"""No async fixture is run for these."""

import asyncio

import pytest


async def boil(liters: int) -> int:
    await asyncio.sleep(0)
    return liters


@pytest.fixture
def loop():
    return asyncio.get_event_loop()  # expect: DUO402


def test_boil(loop):
    assert loop.run_until_complete(boil(1)) == 1
