"""What a plugin has awaited, or a plain fixture gives, can't be awaited once more."""

import asyncio

import pytest
import pytest_asyncio


@pytest_asyncio.fixture
async def has_index():
    await asyncio.sleep(0)
    return True


@pytest.fixture
def is_large():
    return False


async def test_index(has_index, is_large):
    assert await has_index  # expect: DUO121
    assert await is_large  # expect: DUO121
