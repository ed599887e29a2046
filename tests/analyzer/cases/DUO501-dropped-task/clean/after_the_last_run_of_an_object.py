"""What is put on the loop of an object that is run in one place, after that, is never called."""


import asyncio


async def cook() -> None:
    await asyncio.sleep(1)


async def wash_up(place: asyncio.Event) -> None:
    await place.wait()


class Kitchen:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.place = asyncio.Event()

    def open(self) -> None:
        try:
            self.loop.run_until_complete(cook())
        finally:
            self.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(wash_up(self.place)))
