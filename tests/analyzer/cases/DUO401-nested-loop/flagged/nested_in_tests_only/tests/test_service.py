"""Tests that start loops inside a running one."""

import nest_asyncio
from service import load

nest_asyncio.apply()


async def test_load() -> None:
    assert load("key") == "key"
