"""The result of a future is taken once its done callback has told, and a thread tells when it begins to run its loop."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any


class Beside:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self.drive)

    def drive(self) -> None:
        self.is_ready.set()
        self.loop.run_forever()

    def wait_until_ready(self) -> None:
        self.is_ready.wait()

    async def start(self) -> None:
        await asyncio.sleep(0)
        self.thread.start()
        self.is_ready.wait()

    async def restart(self) -> None:
        await asyncio.sleep(0)
        self.wait_until_ready()

    async def ask(self, question: Coroutine[Any, Any, int]) -> int:
        asked = asyncio.run_coroutine_threadsafe(question, self.loop)
        is_answered = threading.Event()
        asked.add_done_callback(lambda _: is_answered.set())
        await asyncio.to_thread(is_answered.wait)
        return asked.result()
