"""Plain fixtures and tests ask for the loop on which an async fixture was run for them."""

import asyncio

import pytest


async def boil(liters: int) -> int:
    await asyncio.sleep(0)
    return liters


@pytest.fixture
def loop():
    return asyncio.get_event_loop()


def test_boil(loop):
    assert loop.run_until_complete(boil(1)) == 1


def test_boil_without_asking():
    assert asyncio.get_event_loop().run_until_complete(boil(2)) == 2
