"""A timer that only tests replace, and a thread that is listed for something else."""

import asyncio
import threading


async def ring() -> None:
    await asyncio.sleep(0)


KINDS = [("Thread", threading.Thread), ("Timer", threading.Timer)]


def start() -> None:
    threading.Timer(1, ring).start()  # expect: DUO701
    threading.Thread(target=ring).start()  # expect: DUO701
