"""The shared files as they are: for a server that sends each, and for a page that holds them all."""

from __future__ import annotations

import functools
import importlib.resources
import re
from importlib.resources.abc import Traversable
from typing import Final

__all__ = ["inlined", "shared_files", "shared_text"]

_IMPORT: Final = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


def shared_files() -> Traversable:
    """Return the folder of them."""
    return importlib.resources.files("duotone.pages") / "shared"


@functools.cache
def shared_text(name: str) -> str:
    """Return one of them by its name."""
    return (shared_files() / name).read_text(encoding="utf-8")


def inlined(name: str) -> str:
    """Return a module as a part of one script, which knows what the modules before it export."""
    return _EXPORT.sub("", _IMPORT.sub("", shared_text(name)))
