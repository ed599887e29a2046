"""A function returns a coroutine, or says that there is nothing to do."""

import asyncio
import logging


class Gate:
    def __init__(self, is_open: bool) -> None:
        self.is_open = is_open

    async def _clean(self) -> None:
        await asyncio.sleep(0)

    def close(self):
        if self.is_open:
            return self._clean()
        logging.info("closed already")

    def __exit__(self, *args: object) -> None:
        self.close()  # expect: DUO101
