"""The annotation speaks of plain functions, and whoever calls them gives back what comes of it, to one out of sight."""

import asyncio
from collections.abc import Callable

from vendor_loop import Clock

Hook = Callable[[], None]


class Schedule:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.hooks: list[Hook] = []

    def once(self, hook: Hook) -> None:
        def run() -> None:
            print("once")
            return hook()

        self.clock.add(run)

    def often(self, hook: Hook) -> None:
        self.clock.add(lambda: hook())

    def directly(self, hook: Hook) -> None:
        self.clock.add(hook)


class Timer:
    def __init__(self, clock: Clock, hook: Hook) -> None:
        self.hook = hook
        clock.add(self)

    def __call__(self) -> None:
        return self.hook()


async def refresh() -> None:
    await asyncio.sleep(0)


def main(clock: Clock) -> None:
    schedule = Schedule(clock)
    schedule.once(refresh)
    schedule.often(refresh)
    schedule.directly(refresh)
    Timer(clock, refresh)
