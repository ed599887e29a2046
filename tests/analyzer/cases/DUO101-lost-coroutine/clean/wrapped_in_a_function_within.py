"""An async method has a function within it call the plain one of its own name, on what it wraps, in a thread."""

import asyncio


class Line:
    def __init__(self, port) -> None:
        self._port = port

    async def send_break(self, duration: float) -> None:
        loop = asyncio.get_running_loop()

        def send(port, duration: float) -> None:
            assert port is not None
            port.send_break(duration)

        await loop.run_in_executor(None, lambda: send(self._port, duration))


async def wake(line: Line) -> None:
    await line.send_break(0.25)
