"""The subscribers."""

from bus import Bus

seen = []
counts = {}


async def remember(event):
    seen.append(event)


async def count(event):
    counts[event] = counts.get(event, 0) + 1


def wire() -> Bus:
    bus = Bus()
    bus.subscribe(remember)
    bus.subscribe(count)
    return bus
