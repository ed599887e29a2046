"""The results of futures are unpacked and subscribed once they are awaited; lists and dictionaries of futures have parts."""

import asyncio


async def weigh(fruit: str) -> int:
    await asyncio.sleep(0)
    return len(fruit)


async def compare() -> bool:
    weights = asyncio.gather(weigh("pear"), weigh("plum"))
    pear, plum = await weights
    return pear < plum


async def first() -> int:
    weights = asyncio.gather(weigh("pear"), weigh("plum"))
    weights = await weights
    return weights[0]


async def either(known: "asyncio.Future[list[int]] | list[int]") -> int:
    if isinstance(known, asyncio.Future):
        known = await known
    return known[0]


async def of_many() -> int:
    tasks = [asyncio.create_task(weigh(fruit)) for fruit in ("pear", "plum")]
    by_name = {"fig": asyncio.ensure_future(weigh("fig"))}
    one, other = tasks
    waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    waiting.set_result(1)
    return await one + await other + await tasks[0] + await by_name["fig"] + await waiting


Weights = asyncio.Future[list[int]]
