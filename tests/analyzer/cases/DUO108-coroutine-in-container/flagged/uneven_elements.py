"""One element awaits the function and another doesn't, and the container is passed on to somebody unknown."""

import asyncio


class Event:
    @classmethod
    async def create(cls, name: str) -> "Event":
        await asyncio.sleep(0)
        return cls()


async def planned(save) -> None:
    events = [
        await Event.create("opening"),  # sibling
        Event.create("closing"),  # expect: DUO108
    ]
    save(events)


async def named(save) -> None:
    save({"opening": Event.create("a"), "closing": await Event.create("b")})  # expect: DUO108
