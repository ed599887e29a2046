"""Where a program runs: its folder, its store and its effects, all of them wired to one fuse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.runtime.crash.effects import Effects
from tests.runtime.crash.faults import FaultyStore, Fuse

__all__ = ["Scene", "current"]

_current: list[Scene] = []


class Scene:
    """One process of a crash test."""

    def __init__(self, folder: Path, fatal: int | None, options: Mapping[str, Any]) -> None:
        self.folder = folder
        self.fuse = Fuse(fatal)
        self.store = FaultyStore(folder, self.fuse, options.get("durability", "normal"))
        self.effects = Effects(folder, self.fuse)
        self.options = options
        _current.append(self)


def current() -> Scene:
    """Return the scene of this process, for units that are found by their name."""
    return _current[-1]
