"""Each folder below has its own shop, and all of them are plain."""

import pytest
from shops import Shop


@pytest.fixture
def sold(shop: Shop):
    with shop.counter() as counter:
        yield counter.sell("tea")


@pytest.fixture
async def sold_later(shop: Shop):
    async with shop.counter() as counter:  # expect: DUO123
        yield counter.sell("tea")
