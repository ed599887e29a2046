"""A planted fault as data: where it is, which kind it is, and the edits that plant it."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable, Sequence

from duotone.errors import Unplantable

from .positions import line_starts

__all__ = ["KINDS", "Mutation", "Spot", "TextEdit", "apply", "apply_all"]

KINDS = {
    "await": "an await is missing",
    "async": "a function is async without need",
    "except": "an await is missing and a broad except hides it",
    "compound": "an await is missing, and the value behind it is used as a mapping, which it is not",
    "callback": "a plain function stands where its result is awaited",
}


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class TextEdit:
    """Replace the characters from `start` up to `end` of the original text; `old` is what stands there."""

    start: int
    end: int
    old: str
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Spot:
    """Another place where the fault can be seen."""

    path: str
    line: int


@dataclasses.dataclass(frozen=True, slots=True)
class Mutation:
    """One labelled fault.

    `line` and `column` count from 1, columns in characters, in the text before the edits. `end_line` is the last line
    of the statement, `function` the first and last line of the function around it. The id depends on the kind, the
    path, the symbol and the source of the place, and not on its line, so it stays when the lines above change.
    """

    id: str
    kind: str
    path: str
    line: int
    column: int
    end_line: int
    use: str
    receiver: str
    symbol: str
    description: str
    edits: tuple[TextEdit, ...]
    function: tuple[int, int]
    related: tuple[Spot, ...] = ()


def apply(mutation: Mutation, text: str) -> str:
    """Return the text with the fault in it; raises `Unplantable` when the text is not the one it was made from."""
    return apply_all([mutation], text)[0]


def apply_all(mutations: Sequence[Mutation], text: str) -> tuple[str, dict[str, int]]:
    """Plant several faults of one file; also return, by id, how many lines each place has moved down."""
    edits = sorted(((edit, mutation) for mutation in mutations for edit in mutation.edits), key=lambda pair: pair[0])
    pieces: list[str] = []
    position = 0
    for edit, mutation in edits:
        if edit.start < position or text[edit.start : edit.end] != edit.old:
            raise Unplantable(mutation.id, mutation.path)
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    result = "".join([*pieces, text[position:]])
    try:
        ast.parse(result)
    except (SyntaxError, ValueError) as error:
        raise Unplantable(mutations[0].id, mutations[0].path) from error
    starts = line_starts(text)
    return result, {one.id: _added((edit for edit, _ in edits), starts[one.line - 1]) for one in mutations}


def _added(edits: Iterable[TextEdit], start: int) -> int:
    return sum(edit.text.count("\n") - edit.old.count("\n") for edit in edits if edit.start <= start)
