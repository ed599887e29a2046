"""A decorator that can't be read makes a plain function of an async one, and plain code calls it."""

import asyncio
from functools import partial
from typing import Any

from bridging import bridge, plainly


@partial(bridge, raise_sync_error=False)
async def run(path: str) -> None:
    await asyncio.sleep(0)


@plainly
async def load_all(path: str) -> None:
    await asyncio.sleep(0)


def main() -> None:
    run("a")
    load_all("a")


async def others(runner: Any) -> None:
    await runner.run("a")
    await runner.load_all("a")
