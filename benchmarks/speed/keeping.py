"""Keeps the times of the peers, which change only with their versions and the trees, and take hours."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.checkers.running import version_of
from benchmarks.speed.timing import Timing

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.checkers.tools import Tool
    from benchmarks.speed.trees import Tree


def kept(tool: Tool, tree: Tree, state: str) -> Timing | None:
    """Return the time that a peer took in an earlier run; ours is always taken anew."""
    path = _path(tool, tree, state)
    if tool.is_ours or not path.exists():
        return None
    return Timing(**json.loads(path.read_text()))


def keep(tool: Tool, tree: Tree, state: str, timing: Timing) -> None:
    """Remember the time of a peer."""
    if not tool.is_ours:
        path = _path(tool, tree, state)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(timing)))


def _path(tool: Tool, tree: Tree, state: str) -> Path:
    name = f"{tree.size}-{tree.files}-{tree.lines}-{tool.key}-{version_of(tool)}-{state.replace(' ', '-')}.json"
    return fetching.STORE / "cache" / "speed" / name
