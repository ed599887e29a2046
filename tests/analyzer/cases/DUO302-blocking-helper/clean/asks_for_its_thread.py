"""A helper waits for the loop's thread where it runs on another, and does the work itself on the loop's own."""

import asyncio
import concurrent.futures
import threading
import time


class Loop:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread_id = threading.get_ident()

    def report(self, text: str) -> None:
        if self.thread_id != threading.get_ident():
            future: concurrent.futures.Future[None] = concurrent.futures.Future()
            self.loop.call_soon_threadsafe(future.set_result, None)
            future.result()
            return
        print(text)

    def pause(self) -> None:
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main:
            time.sleep(1)


async def main() -> None:
    loop = Loop()
    loop.report("started")
    loop.pause()
    await asyncio.sleep(0)
