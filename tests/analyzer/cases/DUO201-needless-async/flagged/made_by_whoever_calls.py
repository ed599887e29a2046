"""A coroutine that a lambda makes is made by whoever calls the lambda, and nothing is awaited before."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path


async def ring(bell: str) -> None:
    await asyncio.sleep(0)
    print(bell)


class Door:
    def __init__(self, bell: str) -> None:
        self.bell = bell
        self.ringing: Callable[[], Awaitable[None]] | None = None

    async def open(self) -> None:
        await self._wire_bell()
        await asyncio.sleep(0)

    async def _wire_bell(self) -> None:  # expect: DUO201
        self.ringing = lambda: ring(self.bell)


class Plan:
    async def load(self) -> str:
        await asyncio.sleep(0)
        return "plan"


async def show(plan: Plan, path: Path) -> None:
    print(await plan.load(), await read_settings(path))


async def read_settings(path: Path) -> dict[str, str]:  # expect: DUO201
    return dict(json.loads(str(path)), **json.load(path))
