"""Asks what somebody has configured, of either color: in async code and in sync code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duotone.contract.calls import call, run

__all__ = ["answer", "async_answer"]


async def async_answer(adapter: Callable[..., Any], *args: object) -> Any:
    """Return what an adapter answers, awaited to its end."""
    return await call(adapter, *args)


def answer(adapter: Callable[..., Any], *args: object) -> Any:
    """Return what an adapter answers, awaited to its end."""
    return run(adapter, *args)
