"""What comments and documents say of functions that change color: it can't be proved, so it is listed, not edited."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path

from duotone.analyzer.findings import Place
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.records import Direction, Site, Verdict
from duotone.analyzer.texts import decoded

__all__ = ["remarks"]

_COLOR = re.compile(r"\b(async|asynchronous\w*|await\w*|coroutines?)\b", re.IGNORECASE)


def remarks(linked: Linked, names: Collection[str], direction: Direction, paths: Collection[str]) -> Iterator[Site]:
    """Yield the comments of some files, and the lines of documents without code that can be read, that mention a name.

    To sync, only those matter that speak of awaiting it; to async, all that call it.
    """
    words = "|".join(sorted(map(re.escape, names)))
    mention = re.compile(rf"\b({words})\b" if direction is Direction.SYNC else rf"\b({words})\(")
    for path in sorted(paths):
        text = _text(linked.settings.root / path) if path.endswith(".py") else ""
        if mention.search(text):
            yield from _matching(path, _comments(text), mention, direction)
    for path in linked.texts:
        text = _text(Path(path))
        rows = ((row, 1, line) for row, line in enumerate(text.split("\n"), 1))
        if mention.search(text):
            yield from _matching(linked.shared.shown(path), rows, mention, direction)


def _matching(
    path: str, rows: Iterator[tuple[int, int, str]], mention: re.Pattern[str], direction: Direction
) -> Iterator[Site]:
    for row, column, line in rows:
        if mention.search(line) and (direction is Direction.ASYNC or _COLOR.search(line)):
            place = Place(path, row, column, row, column + len(line))
            yield Site(place, "remark", Verdict.OPEN, _shortened(line))


def _comments(text: str) -> Iterator[tuple[int, int, str]]:
    """The row, the column and the text of every comment, as far as a file can be read."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.start[1] + 1, token.string
    except (tokenize.TokenError, SyntaxError):
        return


def _text(path: Path) -> str:
    try:
        return decoded(path.read_bytes())
    except OSError:
        return ""


def _shortened(text: str, most: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
