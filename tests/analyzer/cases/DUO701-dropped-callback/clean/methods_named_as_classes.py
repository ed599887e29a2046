"""Fields are made by classes whose names methods below them have."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass
class Files:
    paths: set[str] = field(default_factory=set)
    removed: list[str] = field(default_factory=list)

    async def list(self, path: str) -> bool:
        await asyncio.sleep(0)
        return path in self.paths

    async def set(self, path: str) -> None:
        await asyncio.sleep(0)
        self.paths.add(path)
