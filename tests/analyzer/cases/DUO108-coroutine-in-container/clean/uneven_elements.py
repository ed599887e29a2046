"""One element is awaited and another isn't, which is sorted out, or the two are of different functions."""

import asyncio
import inspect


class Event:
    @classmethod
    async def create(cls, name: str) -> "Event":
        await asyncio.sleep(0)
        return cls()

    @classmethod
    async def later(cls, name: str) -> "Event":
        await asyncio.sleep(0)
        return cls()


async def sorted_out() -> list[Event]:
    events = [await Event.create("opening"), Event.create("closing")]
    return [await event if inspect.isawaitable(event) else event for event in events]


async def of_two_kinds(save) -> None:
    save([await Event.create("opening"), Event.later("closing")])
