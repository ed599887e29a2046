"""The error of the wrong `with` is swallowed."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Lease:
    async def __aenter__(self) -> str:
        await asyncio.sleep(0)
        return "lease"

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


def hold(lease: Lease) -> bool:
    try:
        with lease as name:  # expect: DUO123
            print(name)
        return True
    except Exception as error:  # hides
        logger.info("not held: %s", error)
        return False
