"""Imports the module that imports it."""

from __future__ import annotations

import asyncio

from shopkit import pricing


class Cart:
    def __init__(self) -> None:
        self.lines: list[str] = []

    async def put_line(self, line: str) -> None:
        await asyncio.sleep(0)
        self.lines.append(line)

    def total(self) -> float:
        return pricing.total(self)
