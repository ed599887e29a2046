"""Everybody else awaits what is collected here, but those who get the collection run it."""

import asyncio

import helpers


async def fetch(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def one(key: str) -> str:
    return (await fetch(key)).upper()


async def another(key: str) -> str:
    return (await fetch(key)).lower()


async def third(key: str) -> str:
    return (await fetch(key)).title()


async def at_once(keys: list[str]) -> list[str]:
    found = [fetch(key) for key in keys]
    return await asyncio.gather(*found)


async def by_name(keys: list[str]) -> dict[str, object]:
    coros = {key: fetch(key) for key in keys}
    return await helpers.settle(coros)


async def added(keys: list[str]) -> list[object]:
    tasks = []
    for key in keys:
        tasks.append(fetch(key))
    return tasks
