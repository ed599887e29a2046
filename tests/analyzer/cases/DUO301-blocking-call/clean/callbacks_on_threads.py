"""Functions that block are only given away: to threads, processes, pools, signal handlers and libraries."""

import asyncio
import multiprocessing
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from vendor_sdk import run_blocking


class Poller(threading.Thread):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(daemon=True)
        self.loop = loop

    def run(self) -> None:
        while True:
            time.sleep(1)
            self.loop.call_soon_threadsafe(print, "tick")


def work(seconds: float) -> None:
    time.sleep(seconds)


async def main(pool: ProcessPoolExecutor) -> None:
    Poller(asyncio.get_running_loop()).start()
    threading.Thread(target=work, args=(1,)).start()
    multiprocessing.Process(target=work, args=(1,)).start()
    future = pool.submit(work, 1)
    await asyncio.wrap_future(future)
    await run_blocking(lambda: work(1))
    await run_blocking(time.sleep, 1)
