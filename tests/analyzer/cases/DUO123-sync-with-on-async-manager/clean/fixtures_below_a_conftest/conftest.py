"""Each folder below has its own shop, and the annotation of what they share names one of them."""

import pytest
from shops import Shop


@pytest.fixture
def sold(shop: Shop):
    with shop.counter() as counter:
        yield counter.sell("tea")


@pytest.fixture
async def sold_later(shop: Shop):
    async with shop.counter() as counter:
        yield await counter.sell("tea")
