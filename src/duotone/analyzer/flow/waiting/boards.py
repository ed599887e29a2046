"""Code for another runtime: MicroPython, whose asyncio has few of the ways that are advised, and engines without it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow import narrowing
from duotone.analyzer.flow.seen import Seen

__all__ = ["lines_for_boards"]

_OF_BOARDS = frozenset(
    {
        *("esp32", "micropython", "ntptime", "pyb", "rp2", "socketpool", "uasyncio", "ubinascii", "ubluetooth"),
        *("ucollections", "uctypes", "uerrno", "uhashlib", "uio", "uos", "ure", "urequests", "uselect", "usocket"),
        *("ustruct", "usys", "utime", "uzlib"),
    }
)
_OFTEN_OF_BOARDS = frozenset({"bluetooth", "dht", "esp", "framebuf", "machine", "network", "neopixel", "umqtt", "wifi"})
"""Names that others may have as well: two of them tell."""
_MANY = 3
"""So many names of either kind tell even where somebody has written stand-ins for them."""
_ENGINES = ("pants.engine",)
"""What drives the coroutines of a file by itself: a rule of Pants has no event loop that it could hold up."""
_ALL = (1, 1 << 30)


def lines_for_boards(file: Seen) -> list[tuple[int, int]]:
    """The first and the last lines of what runs on a board alone: all of a file that needs such modules to be imported.

    What an engine drives which has no loop is like that too. What only tries to import one runs elsewhere too, but for
    what is defined in that `try`. A module or two that the project or its environment has are its own.
    """
    if _needs_board(file, file.tree.body) or _has_engine(file):
        return [_ALL]
    return [
        (one.body[0].lineno, one.body[-1].end_lineno or one.body[-1].lineno)
        for one in file.tree.body
        if isinstance(one, ast.Try) and narrowing.catches(one, "ImportError") and _needs_board(file, one.body)
    ]


def _needs_board(file: Seen, body: Sequence[ast.stmt]) -> bool:
    names = {name for one in body for name in _imported(one)}
    often = [name for name in names & _OFTEN_OF_BOARDS if _is_nowhere(file, name)]
    is_plain = len(names & (_OF_BOARDS | _OFTEN_OF_BOARDS)) >= _MANY or len(often) > 1
    return is_plain or any(_is_nowhere(file, name) for name in names & _OF_BOARDS)


def _has_engine(file: Seen) -> bool:
    modules = [one.module or "" for one in file.tree.body if isinstance(one, ast.ImportFrom) and not one.level]
    return any(f"{module}.".startswith(f"{engine}.") for module in modules for engine in _ENGINES)


def _is_nowhere(file: Seen, name: str) -> bool:
    return file.project.seen_from(file.module, name) is None


def _imported(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (one.name.partition(".")[0] for one in statement.names)
    elif isinstance(statement, ast.ImportFrom) and not statement.level:
        yield (statement.module or "").partition(".")[0]
