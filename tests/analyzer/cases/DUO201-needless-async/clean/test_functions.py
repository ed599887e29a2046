"""Tests and fixtures run in the mode of the runner; their color is the runner's business."""

import asyncio
import unittest

import pytest


class Basket:
    def __init__(self) -> None:
        self.items: list[str] = []


@pytest.fixture
async def basket():
    yield Basket()


async def test_a_basket_is_empty(basket):
    assert basket.items == []


@pytest.mark.asyncio
async def test_inside_a_loop():
    assert asyncio.get_running_loop()


@pytest.mark.anyio
class TestBasket:
    async def test_items(self, basket):
        basket.items.append("tea")
        assert basket.items


class Baskets(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.basket = Basket()

    async def test_items(self) -> None:
        self.assertEqual(self.basket.items, [])
