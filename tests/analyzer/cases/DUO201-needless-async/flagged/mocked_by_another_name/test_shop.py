"""Tests with mocks for something else."""

from unittest.mock import AsyncMock, MagicMock

from shop import Shop


async def test_sale(shop: Shop):
    shop.mail = AsyncMock()
    shop._print_label = MagicMock()
    await shop.sell("pear")
