"""A test takes what it gets for a dictionary, and passes: the annotation is not true for it."""

import asyncio
import json


class Payment:
    def __init__(self, number: str) -> None:
        self.number = number


class Ground:
    def rendered(self, payment: Payment):
        return json.loads(json.dumps({"payment": {"number": payment.number}}))["payment"]

    async def settled(self, waiting, is_rendered=True) -> Payment:
        payment = await waiting
        return self.rendered(payment) if is_rendered else payment

    async def pay(self, number: str):
        async def paid() -> Payment:
            await asyncio.sleep(0)
            return Payment(number)

        return await self.settled(paid())


async def test_payment() -> None:
    payment = await Ground().pay("7")
    assert payment["number"] == "7"
