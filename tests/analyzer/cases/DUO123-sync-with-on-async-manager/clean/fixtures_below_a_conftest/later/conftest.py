"""The async shop."""

import pytest
from shops import AsyncShop


@pytest.fixture
async def shop() -> AsyncShop:
    shop = AsyncShop()
    yield shop
    await shop.close()
