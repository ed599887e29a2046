"""What is put on a loop that is run again, or may be, is called there."""

import asyncio
from collections.abc import Callable


async def cook() -> None:
    await asyncio.sleep(1)


async def wash_up(place: asyncio.Event) -> None:
    await place.wait()


class Kitchen:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.place = asyncio.Event()

    def open(self) -> None:
        self.loop.run_until_complete(cook())
        self.loop.call_soon(lambda: asyncio.ensure_future(wash_up(self.place)))  # expect: DUO501

    def go_on(self) -> None:
        self.loop.run_forever()


def before(place: asyncio.Event) -> None:
    loop = asyncio.new_event_loop()
    loop.call_soon(lambda: loop.create_task(wash_up(place)))  # expect: DUO501
    loop.run_until_complete(cook())


def each(place: asyncio.Event, days: int) -> None:
    loop = asyncio.new_event_loop()
    for _ in range(days):
        loop.run_until_complete(cook())
        loop.call_soon(lambda: loop.create_task(wash_up(place)))  # expect: DUO501


def sometimes(place: asyncio.Event, loop: asyncio.AbstractEventLoop, *, is_open: bool) -> None:
    if is_open:
        loop.run_until_complete(cook())
    loop.call_soon(lambda: loop.create_task(wash_up(place)))  # expect: DUO501


def given(place: asyncio.Event, go_on: Callable[[asyncio.AbstractEventLoop], None]) -> None:
    loop = asyncio.new_event_loop()
    loop.run_until_complete(cook())
    loop.call_soon(lambda: loop.create_task(wash_up(place)))  # expect: DUO501
    go_on(loop)
