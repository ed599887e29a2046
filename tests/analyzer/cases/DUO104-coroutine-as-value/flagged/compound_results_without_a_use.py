"""What awaiting gives has no use for what is done next either: None isn't called, and a number isn't gone through."""

import asyncio
import functools


async def prepared(job):
    """Run a job, although the name says that it only gets it ready."""

    @functools.wraps(job)
    async def wired() -> None:
        await job()

    return await wired()


async def count(names: list[str]) -> int:
    await asyncio.sleep(0)
    return len(names)


async def label(names: list[str]) -> str | None:
    await asyncio.sleep(0)
    return names[0] if names else None


async def stop() -> None:
    await asyncio.sleep(0)


async def start(job) -> None:
    begin = prepared(job)  # expect: DUO104
    return await begin()  # next  # lost: DUO104


async def listed(names: list[str]) -> list[str]:
    return [str(one) for one in count(names)]  # expect: DUO104  # next


async def named(names: list[str]) -> str:
    found = label(names)  # expect: DUO104
    return found.get("name")  # next  # lost: DUO104


async def paused() -> None:
    with stop():  # expect: DUO104  # next
        await asyncio.sleep(1)


async def pair(names: list[str]) -> str:
    first, second = stop()  # expect: DUO104  # next
    return first + second


async def shouted(names: list[str]) -> str:
    found = label(names)  # expect: DUO104
    return found.upper()  # lost: DUO104
