"""What was awaited before doesn't end with the order, was about another one, or is done in some cases only."""

import asyncio
from typing import Any

from orders import Order


async def a_while(order: Any) -> None:
    while not order.done():
        await asyncio.sleep(0.1)
        if order.is_late():
            break


async def until_done(order: Any) -> None:
    while not order.done():
        await asyncio.sleep(0.1)


async def serve_late(order: Order) -> str:
    await a_while(order)
    return order.result()  # expect: DUO302


async def serve_both(order: Order, other: Order) -> str:
    await until_done(other)
    return order.result()  # expect: DUO302


async def serve_patiently(order: Order, *, is_patient: bool) -> str:
    if is_patient:
        await until_done(order)
    return order.result()  # expect: DUO302


async def serve_another(order: Order, orders: list[Order]) -> str:
    await until_done(order)
    order = orders[0]
    return order.result()  # expect: DUO302
