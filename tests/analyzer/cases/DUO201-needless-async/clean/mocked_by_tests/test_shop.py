"""Tests that don't want to sell anything."""

from unittest.mock import AsyncMock, patch

from shop import Shop


async def test_sale_is_noted(shop: Shop):
    shop._note_sale = AsyncMock()
    with patch("shop.Shop._print_label", new_callable=AsyncMock):
        await shop.sell("pear")
    shop._note_sale.assert_awaited_once()
