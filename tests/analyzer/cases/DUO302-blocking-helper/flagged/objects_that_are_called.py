"""An object is called whose `__call__` blocks."""

import asyncio
import time


class Waiter:
    def __call__(self, seconds: float) -> float:
        time.sleep(seconds)
        return seconds


async def main(waiter: Waiter) -> None:
    print(waiter(1))  # expect: DUO302
    await asyncio.sleep(1)
