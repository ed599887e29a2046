"""A new name for a coroutine or a future has room for one, and a call by the new name gives back what it is given."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, NewType

Seat = NewType("Seat", str)
Booking = NewType("Booking", Coroutine[Any, Any, Seat])
Promise = NewType("Promise", "Awaitable[Seat]")


async def reserve(name: str) -> Seat:
    await asyncio.sleep(0)
    return Seat(name)


async def take(booking: Booking) -> Seat:
    return await booking


async def wait(promise: Promise) -> Seat:
    return await promise


async def arrive(name: str) -> list[str]:
    first = await take(Booking(reserve(name)))
    second = await take(reserve(name))
    third = await wait(reserve(name))
    booking = Booking(reserve(name))
    return [first, second, third, await booking, Seat(await reserve(name))]
