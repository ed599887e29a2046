"""Objects come from a classmethod, a module-level singleton of another file, or `Self`."""

from __future__ import annotations

import asyncio
from typing import Self


class ToolRegistry:
    def __init__(self, url: str) -> None:
        self.url = url

    @classmethod
    def from_env(cls) -> ToolRegistry:
        return cls("http://localhost")

    @classmethod
    def local(cls):
        return cls("http://localhost")

    def with_url(self, url: str) -> Self:
        return type(self)(url)

    async def refresh(self) -> None:
        await asyncio.sleep(0)


registry = ToolRegistry.from_env()
