"""A plain base method returns an awaitable in its subclasses, and stubs say nothing about what comes."""

from __future__ import annotations

import asyncio
from typing import Any


class Step:
    def run(self, context: dict[str, Any]) -> Any:
        raise NotImplementedError


class Fetch(Step):
    async def run(self, context: dict[str, Any]) -> None:
        await asyncio.sleep(0)


async def run_all(steps: list[Step]) -> None:
    for step in steps:
        await step.run({})
