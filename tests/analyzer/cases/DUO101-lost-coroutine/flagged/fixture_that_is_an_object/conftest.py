"""Fixtures whose decorator says what it makes of them."""

from basket import Basket
from marking import fixture


@fixture
def basket() -> Basket:
    return Basket()


@fixture
def spare():
    return Basket()
