"""A coroutine that is awaited all the same may be shown in a log before."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def traced(name: str) -> str:
    coroutine = job(name)
    logger.debug("awaiting %r", coroutine)
    return await coroutine


def spawn(coroutine: Coroutine[Any, Any, str]) -> "asyncio.Task[str]":
    logger.debug("spawning %s", coroutine)
    return asyncio.get_running_loop().create_task(coroutine, name=repr(coroutine))


async def main() -> str:
    return await spawn(job("a"))
