"""What is awaited in another file waits for a place in the queue, or for something to be in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from orders import Orders


class Waiter:
    def __init__(self, orders: Orders, loop: asyncio.AbstractEventLoop) -> None:
        self._orders = orders
        self._loop = loop

    def order(self, dish: str) -> None:
        async def take() -> None:
            await self._orders.take(dish)

        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(take()))  # expect: DUO501

    def serve(self) -> None:
        async def serve() -> None:
            await self._orders.serve()

        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(serve()))  # expect: DUO501
