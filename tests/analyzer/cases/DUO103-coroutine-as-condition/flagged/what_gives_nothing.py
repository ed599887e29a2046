"""A coroutine that gives nothing is asked for its truth: what it would check is never checked."""

import asyncio


async def check_setting(expected: int) -> None:
    await asyncio.sleep(0)
    assert expected == 5


async def is_set(expected: int) -> bool:
    await asyncio.sleep(0)
    return expected == 5


async def compare() -> None:
    assert check_setting(5)  # expect: DUO103
    if check_setting(6):  # expect: DUO103
        print("checked")
    assert is_set(5)  # expect: DUO103


async def compare_after_all() -> None:
    await check_setting(5)
    assert await is_set(5)
