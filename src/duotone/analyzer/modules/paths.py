"""Paths as strings: tens of thousands of them are looked at, and `Path` takes ten times as long."""

# ruff: noqa: PTH118, PTH119, PTH120, PTH122, PTH206  # the point of this module
from __future__ import annotations

import itertools
import os

__all__ = ["above", "is_below", "join", "name_of", "parts_below", "shared_parts", "split_suffix"]


def above(path: str) -> str:
    """Return the directory that holds `path`; a root holds itself."""
    return os.path.dirname(path)


def name_of(path: str) -> str:
    """Return the last part of `path`."""
    return os.path.basename(path)


def join(directory: str, name: str) -> str:
    """Return the path of `name` as seen from `directory`, without dots in it."""
    return os.path.normpath(os.path.join(directory, name))


def split_suffix(path: str) -> tuple[str, str]:
    """Return `path` without its suffix, and the suffix with its dot."""
    return os.path.splitext(path)


def is_below(path: str, directory: str) -> bool:
    """Whether `path` is `directory` or lies in it."""
    return path == directory or path.startswith(directory if directory.endswith(os.sep) else directory + os.sep)


def parts_below(path: str, directory: str) -> list[str]:
    """Return the parts of `path` from `directory` on; none if it doesn't lie in it."""
    if path == directory or not is_below(path, directory):
        return []
    return path[len(directory) :].strip(os.sep).split(os.sep)


def shared_parts(one: str, other: str) -> int:
    """Return how many parts two paths have in common, from the start."""
    pairs = zip(one.split(os.sep), other.split(os.sep), strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
