"""A coroutine is compared, added, indexed by, or looked for."""

import asyncio


class Counter:
    async def current(self) -> int:
        await asyncio.sleep(0)
        return 0

    async def tags(self) -> set[str]:
        await asyncio.sleep(0)
        return set()

    async def state(self) -> str:
        await asyncio.sleep(0)
        return "idle"


def inspect_counter(counter: Counter, limits: dict[str, int]) -> bool:
    if counter.current() > 10:  # expect: DUO104
        return True
    if counter.state() == "idle":  # expect: DUO104
        return False
    if "urgent" in counter.tags():  # expect: DUO104
        return True
    total = counter.current() + 1  # expect: DUO104
    total += counter.current()  # expect: DUO104
    return total < -counter.current()  # expect: DUO104


def limit_of(counter: Counter, limits: dict[str, int]) -> int:
    return limits[counter.state()]  # expect: DUO104 | DUO106


def classify(counter: Counter) -> str:
    match counter.state():  # expect: DUO104
        case "idle":
            return "free"
        case _:
            return "busy"


def is_missing(counter: Counter) -> bool:
    return counter.state() is None  # expect: DUO104
