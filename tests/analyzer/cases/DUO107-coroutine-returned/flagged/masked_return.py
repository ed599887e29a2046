"""The return stands in a `try` that turns every error into a default, which can never come."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Rates:
    async def fetch(self, pair: str) -> float:
        await asyncio.sleep(0)
        return 1.0

    def rate(self, pair: str) -> float:
        try:
            return self.fetch(pair)  # expect: DUO107
        except Exception:  # hides
            logger.exception("no rate for %s", pair)
            return 1.0
