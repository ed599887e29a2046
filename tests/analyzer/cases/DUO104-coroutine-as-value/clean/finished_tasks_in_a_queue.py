"""What a container holds are futures: some are awaited, and others are asked whether they were cancelled."""

import asyncio


class Errands:
    def __init__(self, finished):
        self.finished = finished

    async def poll(self):
        while self.finished:
            await self.finished.take_next()

    async def stop(self):
        await asyncio.sleep(0)
        while self.finished:
            errand = self.finished.take_next()
            if errand.cancelled():
                continue
            if errand.exception() is not None:
                print(errand.exception())
