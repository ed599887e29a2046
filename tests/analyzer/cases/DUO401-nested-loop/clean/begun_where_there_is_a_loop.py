"""A task is begun where a loop is running; where none is, that fails, and one is started."""

import asyncio


class Line:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    async def hang_up(self) -> None:
        await asyncio.sleep(1)

    def stop(self) -> None:
        coroutine = self.hang_up()
        try:
            self.tasks.add(asyncio.create_task(coroutine))
        except RuntimeError:
            if self.tasks:
                asyncio.run(coroutine)


async def main() -> None:
    line = Line()
    await asyncio.sleep(1)
    line.stop()
