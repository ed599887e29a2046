"""A decorator calls what it wraps and drops the coroutine, on a function that is async."""

import asyncio
import functools
import logging
import time

logger = logging.getLogger(__name__)


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        function(*args, **kwargs)  # either: DUO703  # may: DUO101
        logger.info("took %s", time.perf_counter() - start)

    return wrapper


@timed  # either: DUO703
async def reindex(name: str) -> None:  # either: DUO703
    await asyncio.sleep(1)


def main() -> None:
    reindex("a")
