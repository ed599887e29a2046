"""Mocks stand where coroutine functions stand; calling one proves nothing."""

import asyncio
from unittest.mock import AsyncMock, MagicMock, patch


class Gateway:
    async def charge(self, amount: int) -> bool:
        await asyncio.sleep(0)
        return True


class Checkout:
    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway

    async def pay(self, amount: int) -> bool:
        return await self.gateway.charge(amount)


def test_the_gateway_is_not_called_before_paying():
    gateway = MagicMock(spec=Gateway)
    gateway.charge("warm up")
    gateway.charge.assert_called_once_with("warm up")


async def test_paying_charges_the_gateway():
    gateway = AsyncMock(spec=Gateway)
    gateway.charge.return_value = True
    gateway.charge.reset_mock()
    assert await Checkout(gateway).pay(3)
    gateway.charge.assert_awaited_once_with(3)


@patch("shop.Gateway.charge", new_callable=AsyncMock)
async def test_paying_nothing(charge):
    charge.side_effect = ValueError
    gateway = Gateway()
    gateway.charge = MagicMock()
    gateway.charge(0)
    assert not charge.await_count
