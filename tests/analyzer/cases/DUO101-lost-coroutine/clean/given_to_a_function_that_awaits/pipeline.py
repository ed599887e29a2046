"""Callers that give coroutines away."""

import asyncio

from waiting import Background, quietly, run_sync, timed


async def fetch(url: str) -> str:
    await asyncio.sleep(0)
    return url


async def collect(url: str, background: Background) -> str:
    background.spawn(fetch(url + "/ping"))
    await quietly(fetch(url))
    return await timed("fetch", fetch(url))


def main() -> None:
    run_sync(fetch("http://localhost"))
    print(run_sync(collect("http://localhost", Background())))
