"""A show of what blocking does: a flag says whether the pauses hold up the others."""

import asyncio
import time


async def rest(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def hold_up(seconds: float) -> None:
    time.sleep(seconds)


async def play(notes: list[str], *, polite: bool) -> None:
    pause = rest if polite else hold_up
    for note in notes:
        print(note)
        await pause(0.5)
