"""A loop is left with a coroutine, or has its next turn await the one of the last."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def first(names: list[str]) -> str:
    found = load("")
    for name in names:
        if name:
            found.close()
            found = load(name)
            break
    return await found


async def polled(names: list[str]) -> str:
    while True:
        if names:
            found = load(names[0])
            break
        await asyncio.sleep(1)
    return await found


async def one_behind(names: list[str]) -> None:
    last = None
    for name in names:
        if last is not None:
            await last
        last = load(name)


async def skipped(names: list[str]) -> None:
    for name in names:
        if name.startswith("#"):
            made = load(name)
            continue
        print(name, await made)
