"""Twins whose docstrings, annotations and messages differ, as their colors ask."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

logger = logging.getLogger(__name__)


class Watcher:
    """Watches plainly."""

    def __init__(self, callback: Callable[[str], None]) -> None:
        self.callback = callback

    def watch(self, names: Iterator[str]) -> None:
        """Call back for every name, on this thread."""
        for name in names:
            time.sleep(1)
            self.callback(name)


class AsyncWatcher:
    """Watches in a coroutine."""

    def __init__(self, callback: Callable[[str], Awaitable[None]]) -> None:
        self.callback = callback

    async def watch(self, names: AsyncIterator[str]) -> None:
        """Await the callback for every name."""
        async for name in names:
            await asyncio.sleep(1)
            await self.callback(name)
