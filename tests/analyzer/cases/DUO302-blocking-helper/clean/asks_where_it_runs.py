"""Helpers that look at their thread, or for a running loop, before they wait."""

import asyncio
import threading
import time


class Reporter:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.thread = threading.get_ident()

    def report(self, what: str) -> None:
        if self.thread != threading.get_ident():
            asyncio.run_coroutine_threadsafe(self.send(what), self.loop).result()
            return
        self.loop.call_soon(print, what)

    async def send(self, what: str) -> None:
        await asyncio.sleep(0)
        print(what)


def pause(seconds: float) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        time.sleep(seconds)


def warn(text: str) -> None:
    if threading.current_thread() is not threading.main_thread():
        time.sleep(1)
    print(text)


async def main() -> None:
    reporter = Reporter(asyncio.get_running_loop())
    reporter.report("started")
    pause(1)
    warn("done")
