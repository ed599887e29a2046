"""Comments and logical lines of any source, whatever Python it is written for and however broken it is.

`tokenize` knows the syntax of the Python that runs, is several times slower, and gives up at the first error. All that
matters here is what is a string and what is not, so strings are read by these rules:

1. A quote opens a string; three open a long one. A backslash takes the next character with it, in raw strings too.
2. In an f-string or t-string `{{` is text and `{` opens a field, in which strings of any quotes and comments may stand.
3. In a field, brackets nest; a colon outside of them begins the format, which is text with fields of its own.
4. A short string that isn't closed ends with its line, and a long one with the file.
"""

from __future__ import annotations

import bisect
import dataclasses
import re

__all__ = ["Comment", "Source"]

_OPENING = re.compile(r"#[^\r\n]*|\"\"\"|'''|[\"']")
_ENDS = {
    '"': re.compile(r'[^"\\\r\n]*(?:\\(?:\r\n|.)[^"\\\r\n]*)*("?)', re.DOTALL),
    "'": re.compile(r"[^'\\\r\n]*(?:\\(?:\r\n|.)[^'\\\r\n]*)*('?)", re.DOTALL),
    '"""': re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*("""|)', re.DOTALL),
    "'''": re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*('''|)", re.DOTALL),
}
_IN_TEMPLATE = {
    quote: re.compile(rf"\\N\{{[^}}\n]*\}}|\\(?:\r\n|[^{{}}])|\{{\{{|\}}\}}|\{{|{quote}|[\r\n]", re.DOTALL)
    for quote in _ENDS
}
_IN_RAW_TEMPLATE = {
    quote: re.compile(rf"\\(?:\r\n|[^{{}}])|\{{\{{|\}}\}}|\{{|{quote}|[\r\n]", re.DOTALL) for quote in _ENDS
}
_IN_FIELD = re.compile(r"#[^\r\n]*|\"\"\"|'''|[\"'()\[\]{}:]")
_IN_FORMAT = re.compile(r"[{}\"'\r\n]")
_TEMPLATE_PREFIX = re.compile(r"(?<!\w)(?:[fFtT][rR]?|[rR][fFtT])\Z")
_STRUCTURE = re.compile(r"[()\[\]{}]|\\(?:\r\n|[\r\n])|\r\n?|\n")
_LINE_END = re.compile(r"\r\n?|\n")
# More than anybody nests, and enough to see that a text is no Python: looking further would take ever longer.
_DEEPEST = 100
_MOST_BROKEN = 50


@dataclasses.dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its place; lines and columns count from 1."""

    line: int
    column: int
    text: str
    is_alone: bool


class _Broken(Exception):  # a signal between two functions of this module
    """A template string that can't be read as one."""


class Source:
    """One text, read once for its comments, and for its logical lines when they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self._spans: list[tuple[int, int]] = []
        self._broken = 0
        found: list[tuple[int, int]] = []
        self._scan(found)
        self.comments = [self._comment(start, end) for start, end in found]
        self._logical: list[tuple[int, int]] | None = None

    @property
    def last_line(self) -> int:
        """The number of the last line."""
        return len(self._starts)

    def line(self, number: int) -> str:
        """Return one line with its end, or nothing beyond the last."""
        if not 0 < number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self._text)
        return self._text[self._starts[number - 1] : end]

    def logical(self, line: int) -> tuple[int, int]:
        """Return the first and the last line of the logical line that a line belongs to."""
        if self._logical is None:
            self._logical = self._logical_lines()
        index = bisect.bisect_right(self._logical, (line, self.last_line + 1)) - 1
        first, last = self._logical[max(index, 0)]
        return (first, last) if first <= line <= last else (line, line)

    def _comment(self, start: int, end: int) -> Comment:
        line = bisect.bisect_right(self._starts, start)
        before = self._text[self._starts[line - 1] : start]
        return Comment(line, len(before) + 1, self._text[start:end], not before.strip())

    def _scan(self, comments: list[tuple[int, int]]) -> None:
        text, at = self._text, 0
        while found := _OPENING.search(text, at):
            start, at = found.span()
            if text[start] == "#":
                comments.append((start, at))
            else:
                at = self._after_string(start, found[0], comments)
            self._spans.append((start, at))

    def _after_string(self, start: int, quote: str, comments: list[tuple[int, int]], depth: int = 0) -> int:
        """Return the position behind a string, and note the comments inside of it."""
        at = start + len(quote)
        prefix = _TEMPLATE_PREFIX.search(self._text, max(0, start - 3), start)
        if prefix and self._broken < _MOST_BROKEN:
            inside: list[tuple[int, int]] = []
            try:
                at = self._after_template(at, quote, inside, is_raw="r" in prefix[0].lower(), depth=depth)
            except _Broken:
                # Only the outermost is read as a plain string, which always ends: each level would double the work.
                if depth:
                    raise
                self._broken += 1
            else:
                comments += inside
                return at
        found = _ENDS[quote].match(self._text, at)
        return found.end() if found else len(self._text)

    def _after_template(self, at: int, quote: str, comments: list[tuple[int, int]], *, is_raw: bool, depth: int) -> int:
        if depth >= _DEEPEST:
            raise _Broken
        pattern = (_IN_RAW_TEMPLATE if is_raw else _IN_TEMPLATE)[quote]
        while found := pattern.search(self._text, at):
            piece, at = found[0], found.end()
            if piece == quote:
                return at
            if piece == "{":
                at = self._after_field(at, comments, depth)
            elif piece in "\r\n" and len(quote) == 1:
                raise _Broken
        raise _Broken

    def _after_field(self, at: int, comments: list[tuple[int, int]], level: int) -> int:
        depth = 0
        while found := _IN_FIELD.search(self._text, at):
            piece, at = found[0], found.end()
            if piece[0] == "#":
                comments.append(found.span())
            elif piece[0] in "\"'":
                at = self._after_string(found.start(), piece, comments, level + 1)
            elif piece in "([{":
                depth += 1
            elif piece == "}" and not depth:
                return at
            elif piece in ")]}":
                depth -= 1
            elif not depth:
                return self._after_format(at, comments, level)
        raise _Broken

    def _after_format(self, at: int, comments: list[tuple[int, int]], level: int) -> int:
        if level >= _DEEPEST:
            raise _Broken
        while found := _IN_FORMAT.search(self._text, at):
            at = found.end()
            if found[0] == "}":
                return at
            if found[0] == "{":
                at = self._after_field(at, comments, level + 1)
        raise _Broken

    def _logical_lines(self) -> list[tuple[int, int]]:
        """Number the lines on which each logical line begins and ends, blank ones and comments for themselves."""
        lines: list[tuple[int, int]] = []
        depth, at, first, span = 0, 0, 1, 0
        while found := _STRUCTURE.search(self._text, at):
            while span < len(self._spans) and self._spans[span][1] <= found.start():
                span += 1
            if span < len(self._spans) and self._spans[span][0] <= found.start():
                at = self._spans[span][1]
                continue
            at, sign = found.end(), found[0]
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth = max(0, depth - 1)
            elif not depth and sign[0] != "\\":
                last = bisect.bisect_right(self._starts, found.start())
                lines.append((first, last))
                first = last + 1
        return [*lines, (first, max(first, self.last_line))]
