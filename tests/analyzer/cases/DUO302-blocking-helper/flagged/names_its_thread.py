"""A helper only says on which thread it blocks."""

import asyncio
import threading
import time


def backoff(attempt: int) -> None:
    if attempt > 1:
        print(f"waiting on {threading.get_ident()}")
        time.sleep(attempt)


async def fetch() -> None:
    backoff(2)  # expect: DUO302
    await asyncio.sleep(0)
