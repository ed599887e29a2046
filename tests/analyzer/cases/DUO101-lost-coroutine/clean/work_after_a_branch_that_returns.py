"""A function returns the coroutine in one case, and does the work itself in the other: plain callers are of that one."""

import asyncio
import threading


class Gate:
    def __init__(self, is_open: bool, asynchronous: bool = False) -> None:
        self.is_open = is_open
        self.asynchronous = asynchronous
        self.thread = threading.Thread()

    async def _clean(self) -> None:
        await asyncio.sleep(0)

    def close(self):
        if self.is_open:
            return self._clean()
        self.thread.join()

    def __exit__(self, *args: object) -> None:
        self.close()


class Door(Gate):
    def shut(self):
        return self._clean()

    def __del__(self) -> None:
        if hasattr(self, "thread") and not self.asynchronous:
            self.shut()
