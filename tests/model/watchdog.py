"""The watchdog: waits for something while there is progress, and says where every thread stands when there is none."""

from __future__ import annotations

import asyncio
import faulthandler
import tempfile
import threading
import time
from typing import TYPE_CHECKING

from duotone.contract.bridge import bridge

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Hung", "stacks", "wait_until"]

PATIENCE = 20.0
"""Seconds without progress after which a wait counts as one that never ends; many times what a busy machine needs."""


class Hung(BaseException):
    """Nothing moved any more.

    Not an `Exception`, so that hypothesis doesn't try to shrink in a process that is wedged.
    """


def stacks() -> str:
    """Return the stack of every thread."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read().decode(errors="replace")


def wait_until(is_over: Callable[[], object], progress: Callable[[], object], what: Callable[[], str]) -> None:
    """Wait until `is_over`; raises `Hung` when `progress` has not changed for too long before that."""
    pause, seen, since = threading.Event(), progress(), time.monotonic()
    delay = 0.0002
    while not is_over():
        pause.wait(delay)
        delay = min(delay * 1.5, 0.01)
        if (now := progress()) != seen:
            seen, since = now, time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            message = f"nothing has moved for {PATIENCE:g} s: {what()}\n{_bridge_state()}\n{stacks()}"
            raise Hung(message)


def _bridge_state() -> str:
    loop = bridge.loop
    facts = {
        "leader": loop.leader,
        "turn taken": loop.turn.locked(),
        "background": bridge._background,
        "parked": loop.is_parked,
        "gates": len(bridge._gates),
        "ready": list(loop._ready),
        "scheduled": loop._scheduled,
        "tasks": asyncio.all_tasks(loop),
    }
    return "\n".join(f"{name}: {fact}" for name, fact in facts.items())
