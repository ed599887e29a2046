"""A coroutine stands in for a value that is empty, and goes on as if it were the result that others await."""

import asyncio

import couriers


async def zone_of(street: str) -> str:
    await asyncio.sleep(0)
    return street[:1]


async def shown(street: str) -> None:
    print(await zone_of(street))


async def sent(street: str, zone: str | None = None) -> None:
    zone = zone or zone_of(street)  # expect: DUO104
    await couriers.deliver(street, zone)


async def sent_by_default(street: str, zones: dict[str, str]) -> None:
    zone = zones.get(street) or (street and zone_of(street))  # expect: DUO104
    await couriers.deliver(street, zone)
