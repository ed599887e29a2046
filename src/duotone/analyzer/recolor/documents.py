"""Code in Markdown and docstrings, as files whose other lines are empty, so that every line keeps its number."""

from __future__ import annotations

import ast
import dataclasses
import re
import textwrap
from collections.abc import Iterator, Mapping

from duotone.analyzer.findings import Edit, Place

__all__ = ["Document", "document_in_docstrings", "document_in_markdown"]

_FENCE = re.compile(r"^(?P<indent>[ \t]*)(?P<fence>```+|~~~+)[ \t]*\{?\.?(?P<language>[\w+-]*)")
_PYTHON = frozenset({"py", "py3", "python", "python3"})
_PROMPT = re.compile(r"^(?P<indent>[ \t]*)(?:>>>|\.\.\.) ")


@dataclasses.dataclass(frozen=True, slots=True)
class Document:
    """The code of a text; `margins` says how far each of its lines was moved to the left."""

    text: str
    margins: Mapping[int, int]

    def placed(self, place: Place) -> Place:
        """Return where a place of the code is in the text that it was taken from."""
        first, last = self.margins.get(place.line, 0), self.margins.get(place.end_line, 0)
        return dataclasses.replace(place, column=place.column + first, end_column=place.end_column + last)

    def edited(self, edit: Edit) -> Edit:
        """Return an edit of the code as one of the text."""
        return dataclasses.replace(edit, place=self.placed(edit.place))


def document_in_markdown(text: str, prelude: str = "") -> Document | None:
    """Return the fenced Python of a Markdown text, or None where it has none.

    The `prelude` is put into its first line, which no code can be in: what the reader is taken to have imported.
    """
    lines = text.split("\n")
    code = [""] * len(lines)
    margins: dict[int, int] = {}
    for start, end, indent in _fenced(lines):
        for row in range(start, end):
            line = lines[row]
            cut = min(indent, _indent(line))
            code[row] = line[cut:]
            margins[row + 1] = cut
    if not margins:
        return None
    if not code[0]:
        code[0] = prelude
    return Document("\n".join(code), margins)


def _fenced(lines: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the first row, the row after the last, and the indent of each block of Python."""
    opened: tuple[int, str, int, bool] | None = None
    for row, line in enumerate(lines):
        match = _FENCE.match(line)
        if match is None:
            continue
        if opened is None:
            is_python = match["language"].lower() in _PYTHON
            opened = row + 1, match["fence"], len(match["indent"]), is_python
        elif match["fence"].startswith(opened[1]) and not match["language"]:
            if opened[3]:
                yield opened[0], row, opened[2]
            opened = None


def document_in_docstrings(tree: ast.Module, text: str, prelude: str) -> Document | None:
    """Return the examples with prompts, and the fenced Python, of all docstrings of a file."""
    lines = text.split("\n")
    code = [""] * len(lines)
    margins: dict[int, int] = {}
    for first, last in _docstrings(tree):
        own = lines[first - 1 : last]
        fenced = {first - 1 + row: indent for start, end, indent in _fenced(own) for row in range(start, end)}
        literal = {first - 1 + row: indent for row, indent in _literal(own)}
        for row in range(first - 1, last):
            match = _PROMPT.match(lines[row])
            cut = match.end() if match else fenced.get(row, literal.get(row))
            if cut is not None:
                cut = cut if match else min(cut, _indent(lines[row]))
                code[row] = lines[row][cut:]
                margins[row + 1] = cut
    if not margins:
        return None
    if not code[0]:
        code[0] = prelude
    return Document("\n".join(code), margins)


def _literal(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the rows, each with its indent, of blocks that stand below a line with a colon at its end and parse."""
    row = 0
    while row < len(lines):
        head, row = lines[row], row + 1
        if not head.rstrip().endswith(":"):
            continue
        margin = _indent(head) if row > 1 else _indent(lines[1]) if len(lines) > 1 else 0
        start = row
        while row < len(lines) and (not lines[row].strip() or _indent(lines[row]) > margin):
            row += 1
        block = lines[start:row]
        if any(line.strip() for line in block) and _parses(textwrap.dedent("\n".join(block))):
            indent = min(_indent(line) for line in block if line.strip())
            yield from ((index, indent) for index in range(start, row) if lines[index].strip())
        else:
            row = start


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str())) as first:
                    yield first.lineno, first.end_lineno or first.lineno
                case _:
                    pass
