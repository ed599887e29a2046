"""A name is a coroutine in one moment and its value in the next."""

import asyncio
import inspect


async def page(number: int) -> dict[str, int]:
    await asyncio.sleep(0)
    return {"next": number + 1}


async def walk(limit: int) -> int:
    result = page(0)
    number = 0
    while number < limit:
        result = await result
        number = result["next"]
        result = page(number)
    return (await result)["next"]


async def unwrap(value):
    while inspect.isawaitable(value):
        value = await value
    return value


async def unwrapped() -> int:
    value = page(1)
    if asyncio.iscoroutine(value):
        value = await value
    return value["next"]
