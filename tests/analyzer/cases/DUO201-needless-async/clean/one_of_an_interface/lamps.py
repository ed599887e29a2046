"""Commands that others await, most of which send something: one that doesn't is async to be like them."""

import asyncio


class Lamp:
    def __init__(self) -> None:
        self.level = 0
        self.sent: list[str] = []

    async def _send(self, text: str) -> None:
        await asyncio.sleep(0)
        self.sent.append(text)

    async def set_level(self, level: int) -> None:
        self.level = level
        await self._send(f"level {level}")

    async def set_color(self, color: str) -> None:
        await self._send(color)

    async def set_name(self, name: str) -> None:
        self.sent.append(name)

    def describe(self) -> str:
        return f"{self.level}"
