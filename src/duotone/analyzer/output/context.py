"""What every writer is given beside the findings: where the run was, how to read source, what the stream can show."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from duotone.analyzer.findings import Finding, Severity

__all__ = ["Context", "ReadLines", "RuleInfo", "Writer"]

ReadLines: TypeAlias = Callable[[str], Sequence[str] | None]
"""The lines of the file at a `Place.path`, with or without their ends; None, or an `OSError`, where it can't be read.

A notebook is given as the file that it is, in JSON; the writers find the cell.
"""


class RuleInfo(Protocol):
    """What a reader may want to know of a rule."""

    @property
    def code(self) -> str:
        """The code, such as DUO101."""
        ...

    @property
    def name(self) -> str:
        """The kebab name."""
        ...

    @property
    def severity(self) -> Severity:
        """How bad it is when nothing makes it worse."""
        ...

    @property
    def summary(self) -> str:
        """One line."""
        ...

    @property
    def doc(self) -> str:
        """The whole text, in Markdown."""
        ...


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Everything around the findings.

    `repository` is the directory from which a CI service counts its paths, where that is not `root`. `docs` is the
    address under which the pages of the rules lie; without it the formats that link to pages don't. `width` is in
    columns of a terminal; `color` and `unicode` say what the stream can show.
    """

    root: Path
    read: ReadLines
    files: int
    seconds: float
    version: str
    rules: Sequence[RuleInfo] = ()
    width: int = 100
    color: bool = False
    unicode: bool = True
    repository: Path | None = None
    docs: str = ""


Writer: TypeAlias = Callable[[Iterable[Finding], Context], str]
"""Makes the whole output, which ends in a newline unless it is empty and always can be encoded as UTF-8."""
