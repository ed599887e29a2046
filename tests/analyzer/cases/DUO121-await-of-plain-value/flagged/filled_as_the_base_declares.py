"""A container that is declared in a plain class, and that an async class below fills with what it is declared for."""

import asyncio
import collections


class Line:
    def __init__(self, name: str) -> None:
        self.name = name

    def close(self) -> None:
        print("closed", self.name)


class LongLine(Line):
    def dial(self) -> None:
        print("dialed", self.name)


class Switchboard:
    def __init__(self) -> None:
        self.lines: collections.OrderedDict[str, Line] = collections.OrderedDict()

    def add(self, line: Line) -> None:
        self.lines[line.name] = line


class AioSwitchboard(Switchboard):
    def add(self, line: Line) -> None:
        self.lines[line.name] = LongLine(line.name)

    async def clean_up(self) -> None:
        for line in list(self.lines.values()):
            await line.close()  # expect: DUO121
        await asyncio.sleep(0)
