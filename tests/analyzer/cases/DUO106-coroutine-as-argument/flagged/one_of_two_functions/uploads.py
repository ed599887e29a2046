"""What a name stands for depends on what is installed, and neither function takes a coroutine."""

import asyncio
from typing import Any

import reading


class Upload:
    async def text(self) -> str:
        await asyncio.sleep(0)
        return "{}"

    async def json(self) -> Any:
        return reading.loads(self.text())  # expect: DUO106


class Settings:
    name = ""

    async def current(self) -> "Settings":
        await asyncio.sleep(0)
        return self

    async def change(self, values: dict[str, str]) -> None:
        for name, value in values.items():
            found = self.current()  # expect: DUO106
            setattr(found, name, value)  # lost: DUO106
