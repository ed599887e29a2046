"""Tuples, zips and enumerations of coroutines are unpacked, and their elements awaited."""

import asyncio


async def size(name: str) -> int:
    await asyncio.sleep(0)
    return len(name)


def jobs(names: list[str]):
    return [(name, size(name)) for name in names]


async def sizes(names: list[str]) -> dict[str, int]:
    found = {}
    for name, job in jobs(names):
        found[name] = await job
    for number, job in enumerate([size(name) for name in names]):
        found[str(number)] = await job
    first, second = size("a"), size("b")
    found["sum"] = await first + await second
    (name, job), *rest = jobs(names)
    found[name] += await job
    for _, job in rest:
        job.close()
    return dict(zip(names, await asyncio.gather(*[job for _, job in jobs(names)])))
