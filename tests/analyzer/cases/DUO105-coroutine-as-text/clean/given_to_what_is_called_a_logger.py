"""What a logger is given was awaited, and what is only called like one of its levels takes coroutines."""

import asyncio


async def depth(harbor: str) -> float:
    await asyncio.sleep(0)
    return 4.0


class Pilot:
    def __init__(self, crew, logger):
        self.crew = crew
        self._log = logger

    async def measure(self, harbor: str) -> None:
        self._log.info("%s is %.1f deep", harbor, await depth(harbor))
        self.crew.desk.info(depth(harbor))
        self._log.later(depth(harbor))
