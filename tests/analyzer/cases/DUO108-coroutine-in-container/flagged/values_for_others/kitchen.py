"""A dish with a coroutine for its name, in code that is no test."""

import asyncio


async def named(number: int) -> str:
    await asyncio.sleep(0)
    return f"dish {number}"


async def dish(number: int):
    return {"number": number, "name": named(number)}  # expect: DUO108
