"""Guests: the tasks that we put on a loop of somebody else's, which end with that loop however late they came.

1. A runner such as `asyncio.run` cancels the tasks that it finds when its main task has ended, then closes the async
   generators of the loop, then the loop. A task that comes after the first of these would stay pending for ever.
2. A keeper stands among the async generators of the loop, and so it is told of the end while the loop can still run.
   It cancels the guests that came late, and the loop doesn't close before they have cleaned up.
3. From then on the loop takes no guests. All of this happens on its own thread, so nobody slips in between.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from duotone.contract.loop import BridgeLoop

__all__ = ["add_guest", "keep_guests", "takes_guests"]


class _Keeper:
    """Waits for the end of a loop, which takes it for an open async generator."""

    def __init__(self, *, is_over: bool) -> None:
        self.is_over = is_over

    async def aclose(self) -> None:
        """Cancel the guests, and wait until all are gone, those whom they bring in meanwhile too."""
        self.is_over = True
        while guests := [task for task in asyncio.all_tasks() if task in _guests]:
            for task in guests:
                task.cancel()
            await asyncio.wait(guests)


_keepers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Keeper] = WeakKeyDictionary()
_guests: WeakSet[asyncio.Task[Any]] = WeakSet()


def keep_guests(loop: asyncio.AbstractEventLoop) -> None:
    """See to it that the end of `loop` will be known; runs on the loop."""
    if not isinstance(loop, BridgeLoop):  # which is ours, and cancels everything at its end
        _keeper_of(loop)


def takes_guests(loop: asyncio.AbstractEventLoop) -> bool:
    """Tell whether what starts on `loop` now will also end there; runs on the loop."""
    return isinstance(loop, BridgeLoop) or not _keeper_of(loop).is_over


def add_guest(task: asyncio.Task[Any]) -> None:
    """Let a task end with its loop; runs on the loop."""
    keep_guests(task.get_loop())
    _guests.add(task)


def _keeper_of(loop: asyncio.AbstractEventLoop) -> _Keeper:
    keeper = _keepers.get(loop)
    if keeper is None:
        # Only asyncio's own loops let it be seen that their generators have been closed.
        keeper = _keepers[loop] = _Keeper(is_over=getattr(loop, "_asyncgens_shutdown_called", False))
        register: Any = sys.get_asyncgen_hooks().firstiter
        if register is not None and not keeper.is_over:
            register(keeper)
    return keeper
