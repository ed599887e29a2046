"""Keeping house: what must be done although nobody asks, so that limits hold where nobody looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from duotone.errors import LogClosed

__all__ = ["Chore", "Keeper"]

Chore: TypeAlias = Callable[[], Awaitable[object]]
"""Something that is to be done again and again."""

_SHARE: Final = 20
"""One look takes at most this part of the time: where there is much to look at, it is looked at less often."""
_LOGGER = logging.getLogger("duotone.server")


class Keeper:
    """Does some chores every so many seconds; one that fails is counted and logged, and done again next time."""

    def __init__(self, seconds: float, chores: Mapping[str, Chore]) -> None:
        """Do nothing yet."""
        self.looks = 0
        """How often everything was done."""
        self.failures = dict.fromkeys(chores, 0)
        """How often each chore has failed."""
        self.took = 0.0
        """Seconds of the last look."""
        self._seconds = seconds
        self._chores = chores
        self._ends = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._keep(), name="keeper")

    async def stop(self, seconds: float) -> None:
        """Do no more, and wait so long for what is being done."""
        self._ends.set()
        if self._task is not None and not self._task.done():
            await asyncio.wait({self._task}, timeout=seconds)
            self._task.cancel()

    async def _keep(self) -> None:
        while not await self._rest(max(self._seconds, self.took * (_SHARE - 1))):
            begun = time.perf_counter()
            for name, chore in self._chores.items():
                await self._do(name, chore)
            self.took = time.perf_counter() - begun
            self.looks += 1

    async def _do(self, name: str, chore: Chore) -> None:
        try:
            await chore()
        except LogClosed:
            self._ends.set()
        except Exception as error:  # noqa: BLE001  # whatever it is, the next time may go well
            self.failures[name] += 1
            _LOGGER.warning("could not look after %s: %s: %s", name, type(error).__name__, error)

    async def _rest(self, seconds: float) -> bool:
        """Let time pass, and tell whether all is to end."""
        try:
            await asyncio.wait_for(self._ends.wait(), seconds)
        except TimeoutError:
            return False
        return True
