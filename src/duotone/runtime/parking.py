"""Parking: runs stand still between two steps while their process ends, and the next process goes on from there."""

from __future__ import annotations

import asyncio
import threading

__all__ = ["Gate", "stay_on_loop", "stay_on_thread"]


class Gate:
    """What each step of a workflow or saga goes through before it begins; the same one for both faces."""

    def __init__(self) -> None:
        """Be open."""
        self.is_closed = False

    def close(self) -> None:
        """Let nothing through any more."""
        self.is_closed = True


async def stay_on_loop() -> None:
    """Stand still for as long as the loop goes on."""
    await asyncio.Event().wait()


def stay_on_thread() -> None:
    """Stand still for as long as the process lives; no thread keeps it from ending."""
    threading.Event().wait()
