"""The async twin reads in a task that calls back, by whatever name; the sync one needs the functions only to wait."""

import asyncio
from collections.abc import Awaitable, Callable


class Program:
    def __init__(self, number: int, lines: list[str]) -> None:
        self.number = number
        self.lines = lines

    def wait(self, on_line=None, progress: Callable[[int], None] | None = None) -> int:
        for line in self.lines:
            if on_line is not None:
                on_line(line)
        if progress is not None:
            progress(self.number)
        return self.number


class AsyncProgram:
    def __init__(
        self,
        number: int,
        lines: list[str],
        on_line=None,
        progress: Callable[[int], None] | Callable[[int], Awaitable[None]] | None = None,
    ) -> None:
        self.number = number
        self.lines = lines
        self.on_line = on_line
        self.progress = progress
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        for line in self.lines:
            await asyncio.sleep(0)
            self.on_line(line)

    async def wait(self) -> int:
        await self.reading
        return self.number


class Programs:
    def start(self, command: str, environment: dict[str, str]) -> Program:
        number = self.spawn(command, environment)
        if number < 0:
            raise OSError(command)
        return Program(number=number, lines=[])


class AsyncPrograms:
    async def start(
        self, command: str, environment: dict[str, str], on_line=None, progress: Callable[[int], None] | None = None
    ) -> AsyncProgram:
        number = await self.spawn(command, environment)
        if number < 0:
            raise OSError(command)
        return AsyncProgram(number=number, lines=[], on_line=on_line, progress=progress)
