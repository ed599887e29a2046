"""Coroutines travel through tuples, unpacking, swaps, defaults and keyword dictionaries before they are awaited."""

import asyncio


async def measure(channel: int) -> float:
    await asyncio.sleep(0)
    return float(channel)


async def pair() -> float:
    left, right = measure(1), measure(2)
    left, right = right, left
    return await left + await right


async def chosen(fast: bool) -> float:
    pending = measure(1) if fast else measure(2)
    return await pending


async def by_keyword() -> float:
    arguments = {"work": measure(1)}
    return await passed(**arguments)


async def passed(work=None) -> float:
    if work is None:
        work = measure(0)
    return await work


async def many() -> list[float]:
    pending = [measure(1)]
    pending.extend([measure(2), measure(3)])
    pending.insert(0, measure(4))
    return list(await asyncio.gather(*pending))


async def walrus() -> float:
    if (pending := measure(1)) is not None:
        return await pending
    return 0.0


async def chained() -> float:
    first = second = measure(1)
    del first
    return await second
