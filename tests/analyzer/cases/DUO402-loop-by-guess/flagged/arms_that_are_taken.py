"""A loop that is asked for in the arm of an expression that is always taken, or sometimes."""

import asyncio

IS_OLD = True


async def answer() -> int:
    await asyncio.sleep(0)
    return 42


def ask() -> int:
    return asyncio.get_event_loop().run_until_complete(answer()) if IS_OLD else 0  # expect: DUO402


def ask_if(is_old: bool) -> int:
    return asyncio.get_event_loop().run_until_complete(answer()) if is_old else 0  # expect: DUO402
