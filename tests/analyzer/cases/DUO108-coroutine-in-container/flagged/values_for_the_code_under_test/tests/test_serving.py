"""Dishes that a test reads itself, with coroutines in the place of names."""

import asyncio


async def named(number: int) -> str:
    await asyncio.sleep(0)
    return f"dish {number}"


async def test_dishes_have_names() -> None:
    dish = {"number": 1, "name": named(1)}  # expect: DUO108
    assert dish["name"] == "dish 1"


async def promised(number: int) -> dict[str, str]:
    await asyncio.sleep(0)
    return {"kind": "dish", "name": named(number)}  # expect: DUO108 | DUO107
