"""A coroutine is logged or printed."""

import asyncio
import logging
import sys
import warnings

logger = logging.getLogger(__name__)


class Job:
    async def progress(self) -> float:
        await asyncio.sleep(0)
        return 0.5


async def follow(job: Job) -> None:
    print("progress", job.progress())  # expect: DUO105
    print(job.progress(), file=sys.stderr)  # expect: DUO105
    logger.info("progress %s", job.progress())  # expect: DUO105
    logger.debug(job.progress())  # expect: DUO105
    logging.warning("progress %.1f", job.progress())  # expect: DUO105
    await asyncio.sleep(0)


class Follower:
    def __init__(self, job: Job) -> None:
        self.job = job
        self._log = logging.getLogger("follower")

    def follow(self) -> None:
        self._log.error("progress: %s", self.job.progress())  # expect: DUO105
