"""What may be over when it is tried again: a log that is busy, full, or out of reach for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from math import inf
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from duotone.errors import LogBusy, LogUncertain, LogUnreachable, LogUnwritable

__all__ = ["PASSING", "tried_for", "until_done"]

P = ParamSpec("P")
T = TypeVar("T")

PASSING: Final = (LogBusy, LogUncertain, LogUnreachable, LogUnwritable)
_FIRST, _LONGEST = 0.2, 10.0
"""Seconds before a log is tried again, at first and at most."""


async def until_done(function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call something on a log until that is there; it has to be of no harm that it was done already."""
    return await tried_for(inf, function, *args, **kwargs)


async def tried_for(
    seconds: float, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Do the same for so long, and then raise what is in the way."""
    until, pause = monotonic() + seconds, _FIRST
    while True:
        try:
            return await function(*args, **kwargs)
        except PASSING:
            if monotonic() > until:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)
