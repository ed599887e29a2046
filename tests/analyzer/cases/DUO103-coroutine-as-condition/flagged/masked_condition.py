"""The condition is always true, and a broad except hides what follows from it."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Locks:
    async def try_lock(self, name: str) -> bool:
        await asyncio.sleep(0)
        return False


def run_exclusive(locks: Locks, name: str) -> None:
    try:
        if not locks.try_lock(name):  # expect: DUO103
            return
        print("running", name)
    except Exception:  # hides
        logger.exception("could not run %s", name)
