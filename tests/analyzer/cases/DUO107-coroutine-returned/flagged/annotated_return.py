"""A plain function promises a value in its annotation and returns a coroutine."""

import asyncio
from dataclasses import dataclass


@dataclass
class Invoice:
    number: int


class Billing:
    async def _load(self, number: int) -> Invoice:
        await asyncio.sleep(0)
        return Invoice(number)

    async def _count(self) -> int:
        await asyncio.sleep(0)
        return 1

    def load(self, number: int) -> Invoice:
        return self._load(number)  # expect: DUO107

    @property
    def count(self) -> int:
        return self._count()  # expect: DUO107

    def load_or_none(self, number: int) -> Invoice | None:
        if number < 0:
            return None
        return self._load(number)  # expect: DUO107

    def load_later(self, number: int) -> Invoice:
        invoice = self._load(number)  # expect: DUO107
        print("loading")
        return invoice  # lost: DUO107
