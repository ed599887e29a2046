"""What must be written down although somebody has cancelled the one who writes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from duotone.contract.context import bring_back

__all__ = ["shielded"]

P = ParamSpec("P")
T = TypeVar("T")


async def shielded(function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Await a call to its end, however often the caller is cancelled meanwhile; the cancellation is raised after it."""
    context = copy_context()
    task = asyncio.get_running_loop().create_task(function(*args, **kwargs), context=context)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    bring_back(context)
    result = task.result()
    if cancelled is not None:
        raise cancelled
    return result
