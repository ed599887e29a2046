"""Strings as expressions: with placeholders (f and t) or without, alone or next to each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from duotone.analyzer.parsing import nodes
from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    Broken,
    Point,
    Source,
    build,
    build_between,
    expression,
    parts,
)
from duotone.analyzer.parsing.grammar.language import EXTRAS, ids
from duotone.analyzer.parsing.grammar.literals import PREFIXES, opening_of, plain_of, unescape

__all__: list[str] = []

_PLACEHOLDER = frozenset(ids("interpolation", "format_expression"))
_CONVERSION = frozenset(ids("type_conversion"))
_NAMED = frozenset(ids("named_expression"))
_SPECIFIER = frozenset(ids("format_specifier"))
_EQUALS = frozenset(ids("=", is_named=False))

# Only where no string is before it, which would take more than this to tell.
_COMMENT = re.compile(r"(?<![^\s=])#[^'\"\n]*$", re.MULTILINE)
_NO_CONVERSION = -1


@expression("string")
def _string(source: Source, node: Node) -> ast.expr:
    makes = PREFIXES[opening_of(source, node)[0]][1]
    if makes in {"joined", "template"}:
        return _joined(source, node, [node])
    value, kind = plain_of(source, node)
    return build(ast.Constant, node, value=value, kind=kind)


@expression("concatenated_string")
def _concatenated(source: Source, node: Node) -> ast.expr:
    strings = [child for child in node.named_children if child.kind_id not in EXTRAS]
    made = {PREFIXES[opening_of(source, child)[0]][1] for child in strings}
    if len(made) > 1 and not made <= {"text", "joined"}:
        raise Broken(node, "cannot mix these kinds of strings")
    if made & {"joined", "template"}:
        return _joined(source, node, strings)
    values = [plain_of(source, child) for child in strings]
    if made == {"bytes"}:
        joined = b"".join(value for value, _ in values if isinstance(value, bytes))
        return build(ast.Constant, node, value=joined, kind=None)
    text = "".join(value for value, _ in values if isinstance(value, str))
    return build(ast.Constant, node, value=text, kind=values[0][1])


def _joined(source: Source, node: Node, strings: list[Node]) -> ast.expr:
    pieces: list[ast.expr] = []
    is_template = False
    for string in strings:
        prefix, quotes = opening_of(source, string)
        is_raw, makes = PREFIXES[prefix]
        if makes == "text":
            value, kind = plain_of(source, string)
            pieces.append(build(ast.Constant, string, value=value, kind=kind))
            continue
        is_template = makes == "template"
        pieces.extend(_Reader(source, quotes, is_raw=is_raw, is_template=is_template).pieces_of(string))
    if is_template:
        source.need(3, 14)
        return build(nodes.TemplateStr, node, values=_merged(pieces))
    return build(ast.JoinedStr, node, values=_merged(pieces))


def _merged(pieces: Iterable[ast.expr]) -> list[ast.expr]:
    """The pieces with neighboring texts made one, and empty ones left out."""
    found: list[ast.expr] = []
    for piece in pieces:
        if isinstance(piece, ast.Constant):
            last = found[-1] if found else None
            if isinstance(last, ast.Constant):
                assert isinstance(last.value, str)
                last.value += str(piece.value)
                last.end_lineno, last.end_col_offset = piece.end_lineno, piece.end_col_offset
                continue
            if not piece.value:
                continue
        found.append(piece)
    return found


class _Reader:
    """Reads the pieces of one string with placeholders."""

    __slots__ = ("is_raw", "is_template", "quotes", "source")

    def __init__(self, source: Source, quotes: bytes, *, is_raw: bool, is_template: bool) -> None:
        self.source = source
        self.quotes = quotes
        self.is_raw = is_raw
        self.is_template = is_template

    def pieces_of(self, node: Node) -> list[ast.expr]:
        """The texts and placeholders of a string."""
        opening, *placeholders = node.children
        row, column = node.end_point
        quotes = len(self.quotes)
        return self._pieces(opening, placeholders, node.end_byte - quotes, (row, column - quotes))

    def _specifier(self, node: Node) -> ast.expr:
        """What follows the colon of a placeholder."""
        colon, *placeholders = node.children
        # What stands in it is formatted at once, in a template too.
        reader = _Reader(self.source, self.quotes, is_raw=self.is_raw, is_template=False)
        pieces = reader._pieces(colon, placeholders, node.end_byte, node.end_point)
        return build(ast.JoinedStr, node, values=_merged(pieces))

    def _pieces(self, before: Node, children: list[Node], end_byte: int, end: Point) -> list[ast.expr]:
        """Placeholders, and the text between them, for which the grammar doesn't always have a node."""
        data = self.source.data
        pieces: list[ast.expr] = []
        for child in children:
            if child.kind_id in _PLACEHOLDER:
                if raw := data[before.end_byte : child.start_byte]:
                    pieces.append(self._text(child, raw, before.end_point, child.start_point))
                pieces.extend(self._placeholder(child))
                before = child
        if raw := data[before.end_byte : end_byte]:
            pieces.append(self._text(before, raw, before.end_point, end))
        return pieces

    def _text(self, node: Node, raw: bytes, start: Point, end: Point) -> ast.Constant:
        text = raw.decode().replace("{{", "{").replace("}}", "}")
        value = text if self.is_raw else unescape(node, text)
        return build_between(ast.Constant, start, end, value=value, kind=None)

    def _placeholder(self, node: Node) -> Iterator[ast.expr]:
        opening, content, *options = parts(node)
        specifier: ast.expr | None = None
        conversion = _NO_CONVERSION
        echo: Node | None = None
        closing = options[-1]
        for option in reversed(options):
            kind = option.kind_id
            if kind in _SPECIFIER:
                specifier = self._specifier(option)
                closing = option
            elif kind in _CONVERSION:
                conversion = self.source.data[option.start_byte + 1]
                closing = option
            elif kind in _EQUALS:
                echo = option
        self._notice(opening, closing)
        if content.kind_id in _NAMED and specifier is None:
            content, specifier = self._padded(content, closing)
        value = EXPRESSIONS[content.kind_id](self.source, content)
        if echo is not None:
            raw = self.source.data[opening.end_byte : closing.start_byte].decode()
            yield build_between(
                ast.Constant, opening.end_point, closing.start_point, value=_COMMENT.sub("", raw), kind=None
            )
            if conversion == _NO_CONVERSION and specifier is None:
                conversion = ord("r")
        if not self.is_template:
            yield build(ast.FormattedValue, node, value=value, conversion=conversion, format_spec=specifier)
            return
        text = self.source.data[opening.end_byte : (echo or closing).start_byte].decode().rstrip()
        yield build(nodes.Interpolation, node, value=value, str=text, conversion=conversion, format_spec=specifier)

    def _padded(self, node: Node, closing: Node) -> tuple[Node, ast.expr]:
        """``{x:=10}``, which has a format and no assignment: that would need parentheses."""
        name, walrus = parts(node)[:2]
        data = self.source.data
        colon_row, colon_column = walrus.start_point
        raw = data[walrus.start_byte + 1 : closing.start_byte]
        if b"{" in raw:
            raise Broken(node)
        text = self._text(node, raw, (colon_row, colon_column + 1), closing.start_point)
        return name, build_between(ast.JoinedStr, walrus.start_point, closing.start_point, values=[text])

    def _notice(self, opening: Node, closing: Node) -> None:
        """Note what PEP 701 brought: quotes of the same kind, backslashes, comments and line breaks in placeholders."""
        raw = self.source.data[opening.end_byte : closing.start_byte]
        if self.quotes in raw or b"\\" in raw or b"#" in raw or (b"\n" in raw and len(self.quotes) == 1):
            self.source.need(3, 12)
