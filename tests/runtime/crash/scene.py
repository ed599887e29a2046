"""Where a program runs: its folder, its store and its effects, all of them wired to one fuse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.runtime.crash.effects import Effects
from tests.runtime.crash.faults import FaultyStore, Fuse

__all__ = ["Scene"]


class Scene:
    """One process of a crash test."""

    def __init__(self, folder: Path, fatal: int | None, options: Mapping[str, Any]) -> None:
        self.fuse = Fuse(fatal)
        self.store = FaultyStore(folder, self.fuse)
        self.effects = Effects(folder, self.fuse)
        self.options = options
