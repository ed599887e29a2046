"""Coroutines that are tested, sent to, or assigned to a name that stood for something else, and then taken care of."""

from __future__ import annotations

import asyncio
from typing import Any


async def find(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def maybe(key: str, spawn: Any) -> None:
    job = find(key) if key else None
    if job is not None:
        spawn(job)


async def reused(key: str, tasks: Any) -> str:
    value = ""
    print(value)
    value = find(key)
    tasks.spawn_soon(value)
    return key


async def by_hand(key: str) -> None:
    steps = find(key)
    try:
        steps.send(None)
    finally:
        steps.close()


async def on_both_paths(key: str) -> str:
    value: Any = find(key)
    if key:
        value = await value
    else:
        value.close()
    return str(value)
