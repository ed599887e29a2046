"""The project itself awaits it, or it is private, so that nobody outside is asked."""

import asyncio


async def describe_lights(house, room):  # expect: DUO201
    return {"room": room, "lights": sorted(house.lights[room])}


async def _count_lights(house, room):  # expect: DUO201
    return len(house.lights[room])


async def report(house):
    await asyncio.sleep(0)
    return [await describe_lights(house, room) for room in house.lights]
