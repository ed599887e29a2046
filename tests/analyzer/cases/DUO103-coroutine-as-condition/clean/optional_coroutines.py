"""A name holds a coroutine or nothing; testing for that is right."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def cleanup(path: str) -> None:
    await asyncio.sleep(0)


async def run(paths: list[str], dry: bool) -> None:
    pending = None if dry else cleanup(paths[0])
    if pending:
        await pending
    todo = [cleanup(path) for path in paths if not dry]
    if todo:
        await asyncio.gather(*todo)


def choose(dry: bool) -> Coroutine[Any, Any, None] | None:
    return None if dry else cleanup("x")


async def run_chosen(dry: bool) -> None:
    if chosen := choose(dry):
        await chosen


class Hook:
    def __init__(self, path: str, dry: bool) -> None:
        self.pending = None
        if not dry:
            self.pending = cleanup(path)

    async def finish(self) -> None:
        if self.pending is not None:
            await self.pending
