"""Functions that are started from outside of the project, as its metadata says: console scripts and entry points."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["started_from_outside"]


def started_from_outside(root: Path) -> frozenset[str]:
    """Return the dotted names of the functions that scripts and entry points start, which await nothing."""
    try:
        table: Mapping[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return frozenset()
    project, tools = _table(table, "project"), _table(table, "tool")
    groups = [_table(project, "scripts"), _table(project, "gui-scripts"), _table(_table(tools, "poetry"), "scripts")]
    points = _table(project, "entry-points")
    groups += [_table(points, name) for name in points]
    return frozenset(name for group in groups for name in _targets(group))


def _targets(group: Mapping[str, Any]) -> Iterator[str]:
    for value in group.values():
        if isinstance(value, str):
            yield value.partition("[")[0].strip().replace(":", ".")


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = table.get(key)
    return found if isinstance(found, Mapping) else {}  # pyright: ignore[reportUnknownVariableType]  # TOML has such keys only
