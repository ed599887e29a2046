"""What the operating commands show: rows as a table for people, and as JSON for programs."""

from __future__ import annotations

import datetime as dt
import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from duotone.cli.terminal import emit, note, width

__all__ = ["clock", "emit_json", "listed", "shown", "table"]

_GAP = "  "


def listed(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], args: Any, *, empty: str) -> int:
    """Show rows; `columns` are their keys with the heading of each. Where there are none, `empty` is said."""
    if args.json:
        emit_json(rows)
    elif rows:
        emit(table([{title: row.get(key) for key, title in columns.items()} for row in rows]))
    else:
        note(empty)
    return 0


def shown(row: Mapping[str, Any], args: Any, *parts: tuple[str, Sequence[Mapping[str, Any]]]) -> None:
    """Show one thing: what is plain as lines, then each part under its title."""
    if args.json:
        emit_json(row)
        return
    inner = {title for title, _ in parts}
    plain = {key: value for key, value in row.items() if (value or value == 0) and key not in inner}
    room = max(map(len, plain), default=0)
    emit("".join(f"{key:<{room}}{_GAP}{_cell(value)}\n" for key, value in plain.items()))
    for title, rows in parts:
        if rows:
            emit(f"\n{title}\n{table(rows, indent=_GAP)}")


def emit_json(value: object) -> None:
    """Print JSON for a program, or for whoever reads along."""
    emit(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


def table(rows: Sequence[Mapping[str, Any]], *, indent: str = "") -> str:
    """Return rows under their headings; on a terminal no line is longer than that is wide."""
    titles = [title for title in rows[0] if any(row.get(title) not in (None, "") for row in rows)]
    lines = [[title.upper() for title in titles], *([_cell(row.get(title)) for title in titles] for row in rows)]
    rooms = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "".join(f"{_cut(indent + _line(line, rooms))}\n" for line in lines)


def _line(cells: Iterable[str], rooms: Iterable[int]) -> str:
    return _GAP.join(cell + " " * (room - _width(cell)) for cell, room in zip(cells, rooms, strict=True)).rstrip()


def _cut(line: str) -> str:
    room = max(width(), 40)
    return line if not sys.stdout.isatty() or _width(line) <= room else f"{line[: room - 1]}…"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def _cell(value: object) -> str:
    """Return a value as one line of text, without what could move the cursor."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return "".join(one if one.isprintable() else " " for one in text)


def clock(at: float | None) -> str | None:
    """Return a moment as people read it, in UTC as in the log."""
    return None if at is None else dt.datetime.fromtimestamp(at, dt.UTC).strftime("%Y-%m-%d %H:%M:%S")
