"""Makes tasks of what only awaits a method that puts into a queue without a limit, which stands in another file."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from orders import Orders


class Waiter:
    def __init__(self, orders: Orders, loop: asyncio.AbstractEventLoop) -> None:
        self._orders = orders
        self._loop = loop

    def order(self, dish: str) -> None:
        taken: Future[None] = Future()

        async def take() -> None:
            await self._orders.take(dish)
            taken.set_result(None)

        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(take()))
        taken.result()
