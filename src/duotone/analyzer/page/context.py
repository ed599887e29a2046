"""What the page says beside the report itself: whose it is, what the rules mean, and where source comes from."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path

__all__ = ["Context", "ReadText", "RuleCard"]

ReadText = Callable[[Path, int | None], str | None]
"""The text of a file, or of one code cell of a notebook; None where it can't be read."""


@dataclasses.dataclass(frozen=True, slots=True)
class RuleCard:
    """What a reader should know of a rule: its kebab name, one line, and its whole text in Markdown."""

    name: str
    summary: str
    doc: str = ""


def _no_rules() -> Mapping[str, RuleCard]:
    return {}


@dataclasses.dataclass(frozen=True, slots=True)
class Context:
    """Everything around the report; `read` is asked for the source that findings point to, relative to `root`."""

    title: str
    root: Path
    read: ReadText
    version: str = ""
    made: str = ""
    rules: Mapping[str, RuleCard] = dataclasses.field(default_factory=_no_rules)
    suppressed: int = 0
