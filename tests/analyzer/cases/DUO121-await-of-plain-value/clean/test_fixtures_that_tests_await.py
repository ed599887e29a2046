"""A runner of the project's own gives tests the coroutine of an async fixture, and they await it themselves."""

import asyncio

import pytest


@pytest.fixture()
async def has_index(connection):
    await asyncio.sleep(0)
    return True


@pytest.mark.own_loop
async def test_index(has_index):
    if not await has_index:
        return
    found = await has_index
    assert found
