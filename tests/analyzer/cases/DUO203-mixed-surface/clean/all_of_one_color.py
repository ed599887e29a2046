"""All public methods have one color."""

import asyncio


class Ledger:
    def __init__(self) -> None:
        self.rows: list[int] = []

    def book(self, amount: int) -> None:
        self.rows.append(amount)

    def balance(self) -> int:
        return sum(self.rows)


class RemoteLedger:
    async def book(self, amount: int) -> None:
        await asyncio.sleep(0)

    async def balance(self) -> int:
        await asyncio.sleep(0)
        return 0

    def _url(self) -> str:
        return "http://localhost"

    def __repr__(self) -> str:
        return f"RemoteLedger({self._url()!r})"
