"""Broken lines taken out one by one, until `ast` reads the rest: where that works, nothing else is lost."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator

from duotone.analyzer.parsing.faults import fault_of
from duotone.analyzer.parsing.records import Fault

__all__ = ["Repair", "repaired"]

# What needs more is damaged in its structure, and that is what the grammar is good at.
_MOST = 3

_QUOTES = '"""'
_UNTERMINATED = "unterminated triple-quoted string literal"
_OPENING = re.compile(r"#[^\n]*|'''|" + r'"""' + r"|'(?:\\.|[^'\\\n])*'|" + r'"(?:\\.|[^"\\\n])*"')
_CLOSING = {quotes: re.compile(rf"\\.|{quotes}", re.DOTALL) for quotes in ("'''", '"""')}
_CODE = re.compile(r"^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+\w+[^\n]*:[ \t]*(?:#[^\n]*)?$", re.MULTILINE)

# What can be told of a broken line that holds others.
_HEADER = re.compile(r"(?P<word>(?:async[ \t]+)?(?:def|class)[ \t]+\w+|elif|else|try|except|finally|\w+)")
_HEADERS = {
    **dict.fromkeys(("async", "for", "if", "while", "with"), "if ...:"),
    "elif": "elif ...:",
    "else": "else:",
    "except": "except ...:",
    "finally": "finally:",
    "try": "try:",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Repair:
    """A tree without what is broken, and what that was; a rough one lacks what the header of a block says."""

    tree: ast.Module
    faults: tuple[Fault, ...]
    is_rough: bool = False


def repaired(text: str, error: SyntaxError) -> Repair | None:
    """The tree of a file without its broken lines, and what `ast` said of each of them; nothing if that is too many."""
    if found := _without_stray_quotes(text):
        return found
    lines = text.split("\n")
    faults = [fault_of(error, len(lines))]
    is_rough = False
    for _ in range(_MOST):
        row = faults[-1].line - 1
        substitute = _substitute(lines, row)
        if substitute in {"", lines[row]}:
            return None
        lines[row] = substitute
        is_rough |= substitute.endswith(":")
        outcome = _parsed("\n".join(lines))
        if isinstance(outcome, ast.Module):
            return Repair(outcome, tuple(faults), is_rough)
        if outcome is None:
            return None
        faults.append(fault_of(outcome, len(lines)))
    return None


def _parsed(text: str) -> ast.Module | SyntaxError | None:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError, ValueError):
        return None


def _substitute(lines: list[str], row: int) -> str:
    """What to write in place of a broken line: `pass`, or a header if it holds other lines; nothing if none fits."""
    line = lines[row]
    width = _width(line)
    if not line.strip():
        return ""
    following = next((line for line in lines[row + 1 :] if line.strip()), "")
    if _width(following) <= width:
        return line[:width] + "pass"
    found = _HEADER.match(line, width)
    word = found["word"] if found else ""
    if word in _HEADERS:
        return line[:width] + _HEADERS[word]
    is_class = word.startswith("class")
    return f"{line[:width]}{word}{'' if is_class else '()'}:" if " " in word else ""


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_stray_quotes(text: str) -> Repair | None:
    """The tree without quotes that turn all strings behind them inside out, as they do while a docstring is written."""
    strings = list(_triple_quoted(text))
    if not strings or strings[-1].stop < len(text):
        return None
    suspects = [span for span in strings if _CODE.search(text, span.start, span.stop)]
    for span in suspects[:_MOST]:
        start = span.start - len(_QUOTES)
        tree = _parsed(f"{text[:start]}   {text[span.start :]}")
        if isinstance(tree, ast.Module):
            line = text.count("\n", 0, start) + 1
            column = start - text.rfind("\n", 0, start)
            return Repair(tree, (Fault(line, column, line, column + len(_QUOTES), _UNTERMINATED),))
    return None


def _triple_quoted(text: str) -> Iterator[range]:
    """Where the content of each triple-quoted string lies; one that isn't closed runs to the end."""
    position = 0
    while opening := _OPENING.search(text, position):
        position = opening.end()
        closing = _CLOSING.get(opening[0])
        if closing is None:
            continue
        found = next((found for found in closing.finditer(text, position) if found[0] == opening[0]), None)
        yield range(position, found.start() if found else len(text))
        position = found.end() if found else len(text)
