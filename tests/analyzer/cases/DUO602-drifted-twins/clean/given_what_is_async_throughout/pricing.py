"""Prices that are kept in a ledger."""


class Prices:
    def __init__(self, ledger) -> None:
        self._ledger = ledger

    async def of(self, sack: str) -> float:
        return await self._ledger.price(sack)
