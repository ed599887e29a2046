"""A basket of another package, for tests."""

import pytest
from wicker_baskets import Basket


@pytest.fixture
def empty_basket():
    basket = Basket()
    yield basket
