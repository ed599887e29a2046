"""The callback is plain, and schedules or runs the coroutine itself."""

import asyncio
import signal
import threading

tasks: "set[asyncio.Task[None]]" = set()


async def stop(reason: str) -> None:
    await asyncio.sleep(0)


def spawn(reason: str) -> None:
    task = asyncio.get_running_loop().create_task(stop(reason))
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def main() -> None:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, spawn, "term")
    loop.call_later(1, lambda: tasks.add(loop.create_task(stop("idle"))))
    thread = threading.Thread(target=lambda: asyncio.run(stop("thread")))
    thread.start()
    other = threading.Thread(target=asyncio.run, args=(stop("other"),))
    other.start()
    await asyncio.to_thread(asyncio.run, stop("third"))
    await asyncio.sleep(1)
