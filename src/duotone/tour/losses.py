"""L5 in the tour: a coroutine that nobody awaits, and who is told where it came from."""

from __future__ import annotations

import asyncio
import sys
import warnings
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from typing import Any

from duotone import watch_coroutines
from duotone.contract.guards import Lost
from duotone.tour.panes import Pane, Seen, Side

__all__ = ["PANES", "forget"]


async def _send() -> None:
    """Be made, and never awaited."""
    await asyncio.sleep(0)


def forget(kept: list[Coroutine[Any, Any, None]]) -> int:
    """Make a coroutine, keep it for a while, and tell the line on which it was made."""
    kept.append(_send())
    return sys._getframe().f_lineno - 1  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # a line above this one


def _lose(around: AbstractContextManager[object]) -> tuple[int, list[int]]:
    """Lose a coroutine, and tell on which line it was made and which lines Python's own warning named."""
    kept: list[Coroutine[Any, Any, None]] = []
    with around, warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        made_at = forget(kept)
        kept.clear()
    return made_at, [warning.lineno for warning in heard]


def _hear_a_warning() -> Seen:
    """Lose a coroutine, and read Python's warning."""
    made_at, lines = _lose(warnings.catch_warnings())
    text = f"a warning that names line {lines[0]}, where it was dropped"
    return Seen(text, is_as_claimed=len(lines) == 1 and lines[0] != made_at)


def _know_the_place() -> Seen:
    """Lose a coroutine while a watch is open."""
    found: list[Lost] = []
    made_at, _ = _lose(watch_coroutines(found.append))
    text = f"made on line {found[0].line} in {found[0].function}(), and counted"
    return Seen(text, is_as_claimed=[lost.line for lost in found] == [made_at])


PANES = [
    Pane(
        "L5",
        "lost",
        "a coroutine that nobody awaits",
        Side("send()", _hear_a_warning),
        Side("with watch_coroutines(report): send()", _know_the_place),
    ),
]
