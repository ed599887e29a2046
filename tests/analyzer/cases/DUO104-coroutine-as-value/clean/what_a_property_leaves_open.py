"""A property that says nothing of what it gives may give an object of another package, with names of its own."""

import asyncio
from typing import Any

IDLE = 0


class Line:
    def __init__(self, socket) -> None:
        self._socket = socket

    @property
    def raw(self) -> Any:
        return self._socket

    async def line_status(self) -> int:
        await asyncio.sleep(0)
        return self._socket.line_status()


async def status(line: Line) -> int:
    return await line.line_status()


def release(line: Line) -> bool:
    return line.raw.line_status() != IDLE
