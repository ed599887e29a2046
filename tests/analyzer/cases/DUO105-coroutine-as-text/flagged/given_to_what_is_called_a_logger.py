"""Nothing is known of an object but that it is called a logger, which makes a text of all that it is given."""

import asyncio


async def depth(harbor: str) -> float:
    await asyncio.sleep(0)
    return 4.0


class Pilot:
    def __init__(self, crew, logger):
        self.crew = crew
        self._log = logger

    async def measure(self, harbor: str) -> None:
        self._log.info("%s is %.1f deep", harbor, depth(harbor))  # expect: DUO105
        self.crew.logger.warning("%s is %.1f deep", harbor, depth(harbor))  # expect: DUO105
