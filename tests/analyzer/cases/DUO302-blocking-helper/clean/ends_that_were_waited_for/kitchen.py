"""Asks for results once they are there, by a helper, or by its own look."""

import asyncio
from concurrent.futures import Future

from orders import Order
from waiting import until_done


async def serve(future: "Future[str]") -> str:
    order = Order(future)
    await until_done(order)
    try:
        return order.result()
    except ValueError:
        return "nothing"


async def serve_alone(order: Order) -> str:
    while not order.done():
        await asyncio.sleep(0.1)
    return order.result()


async def serve_plainly(future: "Future[str]") -> str:
    await until_done(order=future)
    return future.result()
