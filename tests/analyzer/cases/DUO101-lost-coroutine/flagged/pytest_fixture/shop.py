"""What is under test."""

import asyncio


class Basket:
    def __init__(self) -> None:
        self.lines: list[str] = []

    async def add_line(self, line: str) -> None:
        await asyncio.sleep(0)
        self.lines.append(line)
