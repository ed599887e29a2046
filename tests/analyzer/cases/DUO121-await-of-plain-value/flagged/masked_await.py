"""The TypeError of awaiting a plain value is swallowed after its side effect has happened."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Ledger:
    def book(self, amount: int) -> int:
        print("booked", amount)
        return amount


async def pay(ledger: Ledger, amount: int) -> None:
    for _ in range(3):
        try:
            await ledger.book(amount)  # expect: DUO121
        except Exception:  # hides
            logger.exception("trying again")
            await asyncio.sleep(1)
