"""What is chosen in the place of another takes something else, or waits for nothing either."""

import asyncio
import time


async def rest(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def settle() -> None:
    time.sleep(2)  # expect: DUO301


async def doze(seconds: float) -> None:
    time.sleep(seconds)  # expect: DUO301


async def play(notes: list[str], *, polite: bool) -> None:
    pause = rest if polite else settle
    print(pause)
    for note in notes:
        print(note)
        await doze(0.5)
