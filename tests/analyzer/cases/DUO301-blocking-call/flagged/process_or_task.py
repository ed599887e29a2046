"""What has the method is a process, and never the task that the attribute may hold as well."""

import asyncio
from multiprocessing import Process


class Writer:
    def __init__(self, loop: asyncio.AbstractEventLoop, is_apart: bool) -> None:
        self.is_apart = is_apart
        if is_apart:
            self.worker = Process(target=print)
        else:
            self.worker = loop.create_task(self.write())

    async def write(self) -> None:
        await asyncio.sleep(1)

    async def stop(self) -> None:
        await asyncio.sleep(0)
        if self.is_apart:
            self.worker.join()  # expect: DUO301
