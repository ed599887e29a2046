"""A property that says what it gives, in either color, and an attribute of something that nobody knows."""

import asyncio

IDLE = 0


class Line:
    async def line_status(self) -> int:
        await asyncio.sleep(0)
        return IDLE


class Desk:
    def __init__(self, line: Line) -> None:
        self._line = line

    @property
    def line(self) -> Line:
        return self._line


async def status(line: Line) -> int:
    return await line.line_status()


async def release(desk: Desk) -> bool:
    found = desk.line.line_status()  # expect: DUO104
    return found != IDLE


async def release_later(desk) -> bool:
    found = desk.line.line_status()  # expect: DUO104
    return found != IDLE


def release_at_once(desk: Desk) -> bool:
    return desk.line.line_status() != IDLE  # expect: DUO104
