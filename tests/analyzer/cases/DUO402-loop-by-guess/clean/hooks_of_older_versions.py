"""Nobody here calls this hook: it is there for a Python whose base class had one, where a loop is set."""

import asyncio
import unittest


class KitchenCase(unittest.IsolatedAsyncioTestCase):
    def _setupAsyncioLoop(self) -> None:
        loop = asyncio.get_event_loop()
        loop.set_debug(True)
        self._asyncioTestLoop = loop
