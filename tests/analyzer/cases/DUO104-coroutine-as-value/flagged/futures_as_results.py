"""What `gather` and the like give is a future, which has neither the parts nor the elements of its result."""

import asyncio


async def weigh(fruit: str) -> int:
    await asyncio.sleep(0)
    return len(fruit)


def weigh_both():
    return asyncio.gather(weigh("pear"), weigh("plum"))


async def compare() -> bool:
    pear, plum = asyncio.gather(weigh("pear"), weigh("plum"))  # expect: DUO104
    return pear < plum


async def first() -> int:
    weights = asyncio.gather(weigh("pear"), weigh("plum"))
    return weights[0]  # expect: DUO104


async def last() -> int:
    return weigh_both()[-1]  # expect: DUO104


async def unpacked() -> int:
    task = asyncio.create_task(weigh("fig"))
    _, weight = task  # expect: DUO104
    return weight
