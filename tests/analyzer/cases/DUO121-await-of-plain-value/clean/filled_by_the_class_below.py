"""A container that is declared in a plain class, and that an async class below fills with objects of its own color."""

import asyncio
import collections


class Line:
    def __init__(self, name: str) -> None:
        self.name = name

    def close(self) -> None:
        print("closed", self.name)


class AioLine:
    def __init__(self, name: str) -> None:
        self.name = name

    async def close(self) -> None:
        await asyncio.sleep(0)
        print("closed", self.name)


class Switchboard:
    def __init__(self) -> None:
        self.lines: collections.OrderedDict[str, Line] = collections.OrderedDict()
        self.spare: list[Line | None] = []

    def add(self, line: Line) -> None:
        self.lines[line.name] = line

    def close(self) -> None:
        for line in self.lines.values():
            line.close()


class AioSwitchboard(Switchboard):
    def add(self, line: AioLine | None) -> None:  # type: ignore[override]
        if line is not None:
            self.lines[line.name] = line  # type: ignore[assignment]
        self.spare.append(AioLine("spare"))  # type: ignore[arg-type]

    async def drop(self, name: str) -> None:
        await self.lines.pop(name).close()

    async def clean_up(self) -> None:
        for line in list(self.lines.values()):
            await line.close()
        for spare in self.spare:
            if spare is not None:
                await spare.close()
