"""A test gets its object from a fixture by name: with an annotation, by inference, from a generator."""

import pytest

from shop import Basket


@pytest.fixture
def basket():
    return Basket()


@pytest.fixture
def filled_basket(basket):
    yield basket


@pytest.fixture(name="named")
def make_named_basket() -> Basket:
    return Basket()
