"""The result of a future is taken before anything was awaited, and a thread tells when it has done its work."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any


class Beside:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.drive)

    def drive(self) -> None:
        self.loop.run_forever()
        self.is_over.set()

    async def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.is_over.wait()  # expect: DUO301

    async def ask(self, question: Coroutine[Any, Any, int]) -> int:
        await asyncio.sleep(0)
        asked = asyncio.run_coroutine_threadsafe(question, self.loop)
        asked.add_done_callback(print)
        return asked.result()  # expect: DUO301
