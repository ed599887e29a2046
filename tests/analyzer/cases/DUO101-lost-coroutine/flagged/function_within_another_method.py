"""A function within a method of another name calls what only async methods are called, and forgets it."""

import asyncio


class Line:
    async def send_break(self, duration: float) -> None:
        await asyncio.sleep(duration)


class Desk:
    async def wake_up(self, port) -> None:
        async def send(line) -> None:
            line.send_break(0.25)  # expect: DUO101
            await asyncio.sleep(0)

        await send(port)


async def wake(line: Line, desk: Desk) -> None:
    await line.send_break(0.25)
    await desk.wake_up(line)
