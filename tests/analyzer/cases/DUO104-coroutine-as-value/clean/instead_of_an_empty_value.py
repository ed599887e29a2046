"""A coroutine stands in for another awaitable that is empty: it is awaited later, or goes where coroutines go."""

import asyncio

import couriers


async def zone_of(street: str) -> str:
    await asyncio.sleep(0)
    return street[:1]


async def shown(street: str) -> None:
    print(await zone_of(street))


async def awaited(street: str, asked: object) -> None:
    zone = asked or zone_of(street)
    await couriers.deliver(street, await zone)


async def run_by_others(street: str, task: object) -> None:
    task = task or zone_of(street)
    await couriers.deliver(street, task)


async def scheduled(street: str, asked: object) -> None:
    zone = asked or zone_of(street)
    couriers.schedule(zone)
