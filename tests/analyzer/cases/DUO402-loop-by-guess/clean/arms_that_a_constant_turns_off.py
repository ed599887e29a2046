"""A loop that is asked for in the arm of an expression that is never taken."""

import asyncio

IS_OLD = False


async def answer() -> int:
    await asyncio.sleep(0)
    return 42


def ask() -> int:
    return asyncio.get_event_loop().run_until_complete(answer()) if False else asyncio.run(answer())


def ask_again() -> int:
    return asyncio.run(answer()) if not IS_OLD else asyncio.get_event_loop().run_until_complete(answer())
