"""What a mirror is told and what it gives: rules, refusals, twins."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

__all__ = ["Refusal", "Rules", "Twin"]


def _nothing() -> Mapping[str, str]:
    return {}


@dataclasses.dataclass(frozen=True, slots=True)
class Rules:
    """What the sync side is called, beyond what is inferred.

    `rename` has names, and dotted names of modules; `replace` has whole statements, and an empty text drops one;
    `words` has phrases of comments and docstrings; `unwrap` has functions that only bring their first argument to the
    async side; what is decorated with one of `omit`, or stands under one of `conditions`, is for that side alone;
    `keep` has names that stay as they are, imports that nothing needs included.
    """

    rename: Mapping[str, str] = dataclasses.field(default_factory=_nothing)
    replace: Mapping[str, str] = dataclasses.field(default_factory=_nothing)
    words: Mapping[str, str] = dataclasses.field(default_factory=_nothing)
    unwrap: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ("IS_ASYNC",)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Refusal:
    """A line that has no sync form, and what to do about it."""

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


@dataclasses.dataclass(frozen=True, slots=True)
class Twin:
    """One source file and the file that is made from it."""

    source: Path
    target: Path
