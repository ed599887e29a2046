"""Patterns as .gitignore files have them: which names they match, and which one has the last word."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

__all__ = ["Patterns"]

_POSIX_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_SPECIAL = frozenset("*?[\\")
# One class of characters, whose first may be a closing bracket.
_CLASS = re.compile(r"\[(?P<not>[!^]?)(?P<body>\]?(?:\[:\w+:\]|\\.|[^\]\\])*)\]", re.DOTALL)
_CLASS_PART = re.compile(r"\[:(\w+):\]|\\(.)|(.)", re.DOTALL)


class Patterns:
    """The lines of one ignore file; a later line beats an earlier one, and `!` takes back."""

    def __init__(self, lines: Iterable[str]) -> None:
        # Names without wildcards are most of what people write, and a dictionary finds them at once.
        self._names: dict[str, list[tuple[int, bool, bool]]] = {}
        self._rules: list[tuple[int, bool, bool, re.Pattern[str]]] = []
        for rank, line in enumerate(lines):
            self._add(rank, line)
        sources = [f"(?:{rule.pattern})" for *_, rule in self._rules]
        # Most names match nothing, and one search for all rules says so.
        self._any = re.compile("|".join(sources), re.DOTALL) if sources else None
        self._rules.reverse()

    def __bool__(self) -> bool:
        return bool(self._names or self._rules)

    def verdict(self, path: str, *, is_directory: bool) -> bool | None:
        """Say whether a path is ignored (`True`), taken back (`False`) or not mentioned (`None`).

        The path is relative to where the patterns stand, with forward slashes. Only the path itself is looked at, since
        whoever walks a tree has already asked about its parents.
        """
        best, ignored = -1, None
        for rank, for_directories, is_ignore in self._names.get(path.rpartition("/")[2], ()):
            if is_directory or not for_directories:
                best, ignored = rank, is_ignore
        if self._any is not None and self._any.fullmatch(path):
            for rank, for_directories, is_ignore, rule in self._rules:
                if rank < best:
                    break
                if (is_directory or not for_directories) and rule.fullmatch(path):
                    return is_ignore
        return ignored

    def covers(self, path: str) -> bool:
        """Say whether a file is ignored, by itself or because a directory above it is."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            if self.verdict("/".join(parts[:depth]), is_directory=True):
                return True
        return bool(self.verdict(path, is_directory=False))

    def _add(self, rank: int, line: str) -> None:
        text = _without_trailing_spaces(line.rstrip("\r\n"))
        if not text or text.startswith("#"):
            return
        is_ignore = not text.startswith("!")
        text = text if is_ignore else text[1:]
        for_directories = text.endswith("/")
        text = text[:-1] if for_directories else text
        if not text:
            return
        if "/" not in text and not _SPECIAL.intersection(text):
            self._names.setdefault(text, []).append((rank, for_directories, is_ignore))
            return
        source = _regex(text)
        if source is not None:
            self._rules.append((rank, for_directories, is_ignore, re.compile(source, re.DOTALL)))


def _without_trailing_spaces(line: str) -> str:
    stripped = line.rstrip(" ")
    escapes = len(stripped) - len(stripped.rstrip("\\"))
    return f"{stripped} " if escapes % 2 and stripped != line else stripped


@functools.cache
def _regex(pattern: str) -> str | None:
    """Write a pattern as a regular expression for the whole relative path; `None` if it can match nothing."""
    is_anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    out = [] if is_anchored else ["(?:.*/)?"]
    at = 0
    while at < len(pattern):
        piece, at = _piece(pattern, at)
        if piece is None:
            return None
        out.append(piece)
    return "".join(out)


def _piece(pattern: str, at: int) -> tuple[str | None, int]:
    """Translate what stands at one position, and say where the next piece begins."""
    char = pattern[at]
    if char == "*":
        return _stars(pattern, at)
    if char == "?":
        return "[^/]", at + 1
    if char == "[":
        found = _CLASS.match(pattern, at)
        # An open bracket without an end never matches, in git either.
        return (_class(found), found.end()) if found else (None, at)
    if char == "\\":
        return (re.escape(pattern[at + 1]), at + 2) if at + 1 < len(pattern) else (None, at)
    return re.escape(char), at + 1


def _stars(pattern: str, at: int) -> tuple[str, int]:
    end = at
    while end < len(pattern) and pattern[end] == "*":
        end += 1
    is_first = at == 0 or pattern[at - 1] == "/"
    if end - at == 2 and is_first:  # noqa: PLR2004  # exactly two stars cross directories
        if end == len(pattern):
            # Behind a slash they stand for what is inside, not for the directory.
            return (".+" if at else ".*"), end
        if pattern[end] == "/":
            return "(?:.*/)?", end + 1
    return "[^/]*", end


def _class(found: re.Match[str]) -> str | None:
    out: list[str] = []
    for part in _CLASS_PART.finditer(found["body"]):
        posix, escaped, plain = part.groups()
        if posix is not None:
            if posix not in _POSIX_CLASSES:
                return None
            out.append(_POSIX_CLASSES[posix])
        else:
            out.append("-" if plain == "-" else re.escape(escaped if escaped is not None else plain))
    source = f"(?!/)[{'^' if found['not'] else ''}{''.join(out)}]"
    try:
        re.compile(source)
    except re.error:
        return None  # a range that runs backward holds nothing
    return source
