"""Coroutines are added to a list several at a time, to be gathered."""

import asyncio


async def tag(name: str, label: str) -> None:
    await asyncio.sleep(0)


async def tag_all(names: list[list[str]], label: str) -> None:
    tasks: list[object] = []
    for some in names:
        tasks.extend([tag(name, label) for name in some])
    await run(tasks)
    await tag("a", label)


async def run(tasks: list[object]) -> None:
    await asyncio.gather(*tasks)
