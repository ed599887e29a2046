"""Helpers of scripts: one asks the user, and one runs a single task to its end."""

import asyncio
from collections.abc import Awaitable, Callable


async def confirmed(question: str) -> bool:
    await asyncio.sleep(0)
    return input(question) == "y"


def named() -> str:
    return input("name: ")


def run(main: Callable[[], Awaitable[None]]) -> None:
    loop = asyncio.new_event_loop()

    async def all_of_it() -> None:
        await main()

    task = loop.create_task(all_of_it())
    loop.run_until_complete(task)
