"""The loop-gap meter: the longest time for which a loop did not turn inside a block."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Self

from duotone.contract.offloading import running_loop
from duotone.contract.settings import check_timeout

__all__ = ["LoopGaps"]


class LoopGaps:
    """Measure the longest time for which a loop did not turn.

    ``async with LoopGaps() as gaps: ...`` in async code and then ``assert gaps.longest < 0.1``, or from any thread
    ``with LoopGaps(loop) as gaps: ...``. It asks the loop for a callback every `resolution` seconds and takes how late
    that is; so a gap is at least what is measured, and longer by `resolution` at most. A gap that goes on when the
    block ends counts up to there. A loop that is run several times inside the block has gaps in between.

    Raises `NoRunningLoop` on entering if no loop is given or running, and `BadTimeout` if `resolution` is no time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None, *, resolution: float = 0.002) -> None:
        """Prepare to measure `loop`, by default the one that is running when the block is entered."""
        self.longest = 0.0
        self._given = loop
        self._resolution = check_timeout(resolution)
        self._due: float | None = None
        self._is_open = False

    def __enter__(self) -> Self:
        """Start to measure."""
        self._loop = self._given or running_loop("LoopGaps")
        self._is_open = True
        if asyncio._get_running_loop() is self._loop:
            self._tick()
        else:
            self._loop.call_soon_threadsafe(self._tick)
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Stop, with what goes on at this moment."""
        self._is_open = False
        if self._loop.is_running():
            self._measure()

    async def __aenter__(self) -> Self:
        """Start to measure."""
        return self.__enter__()

    async def __aexit__(self, *exc_info: object) -> None:
        """Stop, with what goes on at this moment."""
        self.__exit__()

    def _tick(self) -> None:
        if self._is_open:
            self._measure()
            self._due = monotonic() + self._resolution
            self._loop.call_later(self._resolution, self._tick)

    def _measure(self) -> None:
        if self._due is not None:
            self.longest = max(self.longest, monotonic() - self._due)
