"""Comparing the trees of the converter with those of `ast`, and the files of the standard library to do it with."""

from __future__ import annotations

import ast
import sys
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

from duotone.analyzer.parsing.grammar import convert

STDLIB = Path(sysconfig.get_path("stdlib"))

# The grammar ends blocks inside of brackets where a line starts further left than the block and a dot is before it.
UNREADABLE = {"test_compile.py"}

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def library_files() -> list[Path]:
    """Every file of the standard library that is meant to be right, in an order that doesn't change."""
    files = (path for path in STDLIB.rglob("*.py") if "site-packages" not in path.parts)
    return sorted(path for path in files if not path.name.startswith("badsyntax"))


def readable(path: Path) -> str | None:
    """The text of a file that `ast` reads, with line feeds, or nothing."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (UnicodeDecodeError, SyntaxError, ValueError, RecursionError):
        return None
    return text


def first_difference(text: str) -> str | None:
    """Where the tree of the converter differs from that of `ast`, attributes included."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = ast.parse(text)
        found = convert(text.encode())
    if found.faults:
        return f"faults: {found.faults[:3]}"
    return next(_differences(expected, found.tree, has_places=True), None)


def _differences(expected: object, found: object, *, has_places: bool) -> Iterator[str]:
    if not isinstance(expected, ast.AST):
        # `==` takes 1 for 1.0 and for True.
        if type(expected) is not type(found) or expected != found:
            yield f"{expected!r} became {found!r}"
        return
    where = f"{type(expected).__name__} on line {getattr(expected, 'lineno', '?')}"
    # Type parameters are of a class of ours until 3.13, from which on those of `ast` have a default.
    if type(expected).__name__ != type(found).__name__:
        yield f"{where} became {type(found).__name__}"
        return
    for name in (*expected._fields, *(_PLACE if has_places else ())):
        wanted, given = getattr(expected, name, None), getattr(found, name, None)
        if name == "kind" and not has_places:
            continue
        is_string = isinstance(expected, ast.JoinedStr)
        # Before 3.12 the parts of an f-string have the place of the whole, or a wrong one, and the `u` of a neighbor.
        keeps_places = has_places and not (is_string and sys.version_info < (3, 12))
        if isinstance(wanted, list):
            # Early versions of 3.12 end some format specifiers with an empty text.
            items = [item for item in wanted if not (is_string and isinstance(item, ast.Constant) and item.value == "")]
            if not isinstance(given, list) or len(items) != len(given):
                yield f"{where}: {name} has another length"
                return
            for item, other in zip(items, given, strict=True):
                yield from (f"{where}: {name}: {text}" for text in _differences(item, other, has_places=keeps_places))
        else:
            yield from (f"{where}: {name}: {text}" for text in _differences(wanted, given, has_places=keeps_places))
