"""The elements are awaited inside the literal or the comprehension."""

import asyncio


async def price(item: str) -> float:
    await asyncio.sleep(0)
    return 1.0


async def bill(items: list[str]) -> float:
    prices = [await price(item) for item in items]
    table = {item: await price(item) for item in items}
    pair = (await price("a"), await price("b"))
    known = {await price("c")}
    return sum(prices) + sum(table.values()) + pair[0] - pair[1] + max(known)


async def bill_zipped(items: list[str]) -> dict[str, float]:
    prices = await asyncio.gather(*[price(item) for item in items])
    return {item: round(cost, 2) for item, cost in zip(items, prices, strict=True)}
