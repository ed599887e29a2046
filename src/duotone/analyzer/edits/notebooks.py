"""Edits in the cells of a notebook: only the strings of changed lines are written anew, the JSON around them stays."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Edit, Place
from duotone.analyzer.output.diff import apply, by_text, common, misplaced
from duotone.analyzer.output.notebooks import Lexeme, code_cells

__all__ = ["edited_notebook"]

_UNIT = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)
"""The characters of a JSON string as they are written; a pair of surrogates is one."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Splice:
    """Characters of the file that are replaced."""

    start: int
    end: int
    text: str


def edited_notebook(text: str, edits: Sequence[Edit]) -> str:
    """Return the JSON with the edits made in the sources of its code cells. Raises `MisplacedEdit`."""
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        raise misplaced(edits[0].place) from error
    cells = code_cells(text)
    splices: list[_Splice] = []
    for (_, number), own in by_text(edits).items():
        splices += _in_cell(text, _pieces(cells, number, own[0].place), own)
    for splice in sorted(splices, key=lambda one: one.start, reverse=True):
        text = text[: splice.start] + splice.text + text[splice.end :]
    return text


def _pieces(cells: Sequence[Sequence[Lexeme]], number: int | None, place: Place) -> Sequence[Lexeme]:
    if number is None or not 1 <= number <= len(cells) or not cells[number - 1]:
        raise misplaced(place)
    return cells[number - 1]


def _in_cell(text: str, pieces: Sequence[Lexeme], edits: Sequence[Edit]) -> Iterator[_Splice]:
    before = [piece.value for piece in pieces]
    whole = apply("".join(before), edits)
    after = re.findall(r"[^\n]*\n|[^\n]+", whole) if _is_list(text, pieces) else [whole]
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    old, new = pieces[head : len(pieces) - tail], after[head : len(after) - tail]
    if len(old) == len(new):
        yield from (
            _Splice(piece.start, piece.end, _rewritten(text, piece, value))
            for piece, value in zip(old, new, strict=True)
        )
        return
    first = old[0] if old else pieces[min(head, len(pieces) - 1)]
    written = [_rewritten(text, first, value) for value in new]
    joint = _joint(text, pieces)
    if old:
        yield _Splice(old[0].start, old[-1].end, joint.join(written))
    elif head < len(pieces):
        yield _Splice(first.start, first.start, "".join(one + joint for one in written))
    else:
        yield _Splice(first.end, first.end, "".join(joint + one for one in written))


def _is_list(text: str, pieces: Sequence[Lexeme]) -> bool:
    """A source is a list of lines, or one string."""
    return text[: pieces[0].start].rstrip().endswith("[")


def _joint(text: str, pieces: Sequence[Lexeme]) -> str:
    """What stands between two lines of a source; a source of one line tells only its indent."""
    if len(pieces) > 1:
        return text[pieces[0].end : pieces[1].start]
    start = text.rfind("\n", 0, pieces[0].start) + 1
    indent = text[start : pieces[0].start]
    return f",\n{indent}" if indent.isspace() else ", "


def _rewritten(text: str, piece: Lexeme, value: str) -> str:
    """Write a string of which most was there before: what stays is written as it was."""
    raw = text[piece.start : piece.end]
    units = _UNIT.findall(raw[1:-1])
    head = common(piece.value, value)
    tail = common(piece.value[head:][::-1], value[head:][::-1])
    middle = json.dumps(value[head : len(value) - tail], ensure_ascii=raw.isascii())[1:-1]
    return f'"{"".join(units[:head])}{middle}{"".join(units[len(units) - tail :])}"'
