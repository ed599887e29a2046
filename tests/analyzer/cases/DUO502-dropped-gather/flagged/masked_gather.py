"""The handler waits for errors that can never come."""

import asyncio
import logging

logger = logging.getLogger(__name__)


async def index(name: str) -> None:
    await asyncio.sleep(0)


async def index_all(names: list[str]) -> None:
    try:
        asyncio.gather(*(index(name) for name in names))  # expect: DUO502
    except Exception:  # hides
        logger.exception("not indexed")
    await asyncio.sleep(0)
