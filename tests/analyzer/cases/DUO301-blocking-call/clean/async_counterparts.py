"""The async counterparts, and calls that only look as if they blocked."""

import asyncio
import os
import queue
import threading
import time
from asyncio import sleep


class Clock:
    def sleep(self, seconds: float) -> None:
        print(seconds)


async def main(clock: Clock, tasks: set[asyncio.Task[int]]) -> None:
    await sleep(1)
    await asyncio.sleep(1)
    process = await asyncio.create_subprocess_exec("make")
    await process.wait()
    reader, writer = await asyncio.open_connection("localhost", 80)
    writer.close()
    clock.sleep(1)
    print(time.monotonic(), time.time(), os.getpid(), os.environ.get("HOME"))
    rows: queue.Queue[str] = queue.Queue()
    rows.put_nowait("a")
    print(rows.get_nowait())
    done, _ = await asyncio.wait(tasks)
    for task in done:
        print(task.result())
    event = asyncio.Event()
    await event.wait()
    ", ".join(["a"])
    lock = threading.Lock()
    with lock:
        print(lock.acquire(blocking=False))
