"""A library calls the method of its base, whatever the class is called."""

import asyncio
import threading


class AsyncWorker(threading.Thread):
    async def run(self) -> None:  # expect: DUO601
        await asyncio.sleep(0)
