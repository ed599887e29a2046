"""Asking a callable of either color, from either face: policies, summarizers and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duotone.contract.calls import call, run

__all__ = ["ask_on_loop", "ask_on_thread"]


async def ask_on_loop(function: Callable[..., Any], *args: Any) -> Any:
    """Call something from async code; a sync one goes to a worker."""
    return await call(function, *args)


def ask_on_thread(function: Callable[..., Any], *args: Any) -> Any:
    """Call something from sync code; an async one goes to the bridge."""
    return run(function, *args)
