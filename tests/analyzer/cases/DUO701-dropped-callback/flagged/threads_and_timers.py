"""A coroutine function is the target of a thread, a timer, an executor, an atexit hook or a signal."""

import asyncio
import atexit
import concurrent.futures
import signal
import threading
import weakref
from functools import partial


class Watchdog:
    def __init__(self) -> None:
        self.pool = concurrent.futures.ThreadPoolExecutor()

    async def check(self, name: str = "") -> None:
        await asyncio.sleep(0)

    async def on_signal(self, number: int, frame: object) -> None:
        await asyncio.sleep(0)

    def start(self) -> None:
        threading.Thread(target=self.check).start()  # expect: DUO701
        threading.Thread(None, self.check, "watchdog").start()  # expect: DUO701
        threading.Timer(5, self.check).start()  # expect: DUO701
        atexit.register(self.check)  # expect: DUO701
        signal.signal(signal.SIGTERM, self.on_signal)  # expect: DUO701
        self.pool.submit(self.check, "a")  # expect: DUO701
        threading.Thread(target=partial(self.check, "b")).start()  # expect: DUO701


async def clean_up(name: str) -> None:
    await asyncio.sleep(0)


def watch(thing: Watchdog) -> None:
    weakref.finalize(thing, clean_up, "thing")  # expect: DUO701
