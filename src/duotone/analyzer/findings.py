"""What the analyzer says: a finding with its place, its proof and its fix, and nothing about how it was found."""

from __future__ import annotations

import dataclasses
import enum
import os
from pathlib import Path

__all__ = ["Confidence", "Edit", "Finding", "Fix", "Place", "Severity", "Step", "path_in", "path_told"]

_LIBRARIES = ("/typeshed_client/typeshed/", "/site-packages/", "/dist-packages/")


class Severity(enum.StrEnum):
    """How bad it is when it happens."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Confidence(enum.IntEnum):
    """How sure we are: proved by definitions, proved by how the project uses it, or only one reading among several."""

    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3

    @property
    def word(self) -> str:
        """The name as users write it."""
        return self.name.lower()


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of source; lines and columns count from 1, columns in characters, and the end is exclusive.

    The path is relative to the root of the run where it lies below it, with forward slashes, and absolute elsewhere.
    In a notebook, `cell` counts the code cells from 1 and the lines count within the cell.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    cell: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One link of a proof: what is so, and where one can see it.

    `kind` is one of: "definition" (what makes the callee async), "reached" (how the name led to it), "made" (where
    the coroutine was made), "lost" (where its value was lost), "hidden" (what hides the failure), "path" (one call of a
    chain), "sibling" (a place that does it right), "commit" (a change that fixed others), "next" (a fault that the fix
    would uncover), "plan" (a way that changes more than this place), "because" (any other reason).
    """

    kind: str
    text: str
    place: Place | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of a span; an empty span inserts."""

    place: Place
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together; safe ones keep the meaning of everything but the fault."""

    title: str
    edits: tuple[Edit, ...]
    is_safe: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    `symbol` is the dotted name of what encloses it (`package.module.Class.method`), and `fingerprint` stays the same
    when lines move: it depends on the code, the path, the symbol, the text of the flagged source and its ordinal among
    equals.
    """

    code: str
    name: str
    message: str
    severity: Severity
    confidence: Confidence
    place: Place
    symbol: str = ""
    proof: tuple[Step, ...] = ()
    fix: Fix | None = None
    fingerprint: str = ""

    def doubted(self, reason: str, place: Place | None = None) -> Finding:
        """The same finding, only possible, with the reason as the last step of its proof."""
        proof = (*self.proof, Step("because", reason, place))
        return dataclasses.replace(self, confidence=Confidence.POSSIBLE, proof=proof)


def path_in(root: Path, file: str | Path) -> str:
    """Write a path as findings have it: relative to the root with forward slashes, and absolute elsewhere."""
    # By text, since a run may have a hundred thousand of them and pathlib takes them apart each time.
    top, path = str(root).rstrip(os.sep) + os.sep, str(file)
    return path.removeprefix(top).replace(os.sep, "/")


def path_told(path: str) -> str:
    """Write a path for people: of an installed package, or of a stub of the standard library, from its package on."""
    for mark in _LIBRARIES:
        _, found, rest = path.rpartition(mark)
        if found:
            return f"typeshed: {rest}" if mark is _LIBRARIES[0] else rest
    return path
