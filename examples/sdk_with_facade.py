"""An SDK that is written once, async, and offered in both colors: the sync face is made from the class."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Protocol, Self

from duotone import facade


class AsyncShop:
    """What the authors of the SDK write."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.orders: list[str] = []

    async def __aenter__(self) -> Self:
        """Open the shop."""
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Close the shop."""
        self.orders.clear()

    async def order(self, item: str) -> int:
        """Order an item, and return how many there are."""
        await asyncio.sleep(0.001)
        self.orders.append(item)
        return len(self.orders)

    async def history(self) -> AsyncIterator[str]:
        """Go over what was ordered."""
        for item in self.orders:
            yield f"{item} from {self.name}"


class ShopFace(Protocol):
    """What type checkers should know of the sync face; `python -m duotone.contract.stubs` can write it."""

    def __init__(self, name: str) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...

    def order(self, item: str) -> int:
        """Order an item, and return how many there are."""

    def history(self) -> Iterator[str]:
        """Go over what was ordered."""


Shop = facade(AsyncShop, ShopFace)

if __name__ == "__main__":
    with Shop("the corner shop") as shop:
        print(shop.order("tea"), shop.order("coffee"))
        print(*shop.history(), sep="\n")
