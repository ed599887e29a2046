"""A reducer that awaits what it has got so far, and factories whose coroutines are awaited."""

import asyncio
import functools
import itertools
from collections import defaultdict
from collections.abc import Awaitable


async def chain(so_far: Awaitable[str], name: str) -> str:
    return await so_far + name


async def then(so_far, name):
    return await so_far + name


async def start() -> str:
    await asyncio.sleep(0)
    return ""


async def main(names: list[str]) -> str:
    steps = list(itertools.accumulate(names, then, initial=start()))
    rows: defaultdict[str, list[str]] = defaultdict(list)
    rows["a"].append(await functools.reduce(chain, names, start()))
    return await steps[-1] + await functools.reduce(then, names, start())
