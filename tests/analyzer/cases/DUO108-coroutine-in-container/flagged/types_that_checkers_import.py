"""A class that only type checkers import, with something that stands in for it otherwise."""

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decimal import Decimal
else:
    Decimal = Any


async def price(name: str) -> Decimal:
    await asyncio.sleep(0)
    return len(name)


async def prices(names: list[str]) -> list[Decimal]:
    return [price(name) for name in names]  # expect: DUO108
