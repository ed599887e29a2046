"""Which files mention some names: a look at their bytes, before anything is parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from duotone.analyzer.work import Shared

__all__ = ["containing", "mentioning", "mentioning_elsewhere"]

_PART = rb"[\w\x80-\xff]"
# Notebooks keep their code in JSON, where a line break is written as two characters.
_START = rb"(?:(?<!%s)|(?<=\\[nt]))" % _PART


def containing(shared: Shared, paths: Sequence[str], text: str) -> list[str]:
    """Return the files that have a text anywhere, also within a name."""
    return [path for path in paths if text.encode() in _bytes(shared, path)]


def mentioning(shared: Shared, paths: Sequence[str], names: Collection[str]) -> list[str]:
    """Return the files that mention one of the names."""
    return _matching(shared, paths, names, _START)


def mentioning_elsewhere(shared: Shared, paths: Sequence[str], names: Collection[str]) -> list[str]:
    """Return the files that mention one of the names other than to define a function that is called so."""
    return _matching(shared, paths, names, rb"(?<!\bdef )" + _START)


def _matching(shared: Shared, paths: Sequence[str], names: Collection[str], start: bytes) -> list[str]:
    if not names:
        return []
    words = [name.encode() for name in sorted(names)]
    pattern = re.compile(start + rb"(?:%s)(?!%s)" % (b"|".join(map(re.escape, words)), _PART))
    return [path for path in paths if _mentions(_bytes(shared, path), words, pattern.search)]


def _mentions(data: bytes, words: Sequence[bytes], search: Callable[[bytes], object]) -> bool:
    """Most files don't have the characters at all, which is the quickest to say."""
    return any(word in data for word in words) and bool(search(data))


def _bytes(shared: Shared, path: str) -> bytes:
    try:
        data = shared.bytes_of(path)
    except OSError:
        return b""
    return data if isinstance(data, bytes) else data.encode("utf-8", "replace")
