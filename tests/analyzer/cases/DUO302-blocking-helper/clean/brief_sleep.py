"""A helper sleeps just long enough for the clock to go on."""

import asyncio
import time


class Message:
    def __init__(self, text: str) -> None:
        time.sleep(0.001)
        self.text = text
        self.made = time.time()


def tick() -> float:
    time.sleep(0)
    return time.time()


async def answer(text: str) -> Message:
    await asyncio.sleep(0)
    print(tick())
    return Message(text)
