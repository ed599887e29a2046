"""Helpers of a program: one asks the user, and one makes a task that goes on meanwhile."""

import asyncio


async def beat() -> None:
    while True:
        await asyncio.sleep(1)


async def confirmed(question: str) -> bool:
    beating = asyncio.get_running_loop().create_task(beat())
    answer = input(question)  # expect: DUO301
    beating.cancel()
    return answer == "y"


def run() -> None:
    loop = asyncio.new_event_loop()
    loop.run_until_complete(confirmed("again? "))
