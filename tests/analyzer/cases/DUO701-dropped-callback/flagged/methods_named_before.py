"""A field is made by a method that stands above it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass
class Files:
    async def names(self: object = None) -> set[str]:
        await asyncio.sleep(0)
        return set()

    paths: set[str] = field(default_factory=names)  # expect: DUO701
