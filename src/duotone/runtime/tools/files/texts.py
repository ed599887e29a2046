"""Text as files have it: which encoding and which ends of lines, so that an edit leaves the rest as it was."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from difflib import get_close_matches

from duotone.errors import Unfit

__all__ = ["Text", "changed", "is_binary", "read_text"]

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LOOKED_AT = 8_192
"""Bytes in which a file shows that it is no text."""

_COMPARED = 500
"""Characters of a line that is looked for among similar ones."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says, and how it is written down."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = b""
    is_exact: bool = True
    """Whether every byte of the file was understood."""

    def encoded(self, text: str) -> bytes:
        """Return another text as this file would have it; raises `UnicodeEncodeError` for half a character."""
        return self.mark + text.encode(self.encoding)


def is_binary(start: bytes) -> bool:
    """Tell from its first bytes whether a file is no text."""
    return not start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and b"\0" in start[:_LOOKED_AT]


def read_text(data: bytes) -> Text:
    """Return what bytes say: UTF-8, or what a mark at their beginning names; what can't be read is shown as �."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, mark)
    return _decoded(data, "utf-8", b"")


def _decoded(data: bytes, encoding: str, mark: bytes) -> Text:
    try:
        return Text(data.decode(encoding), encoding, mark)
    except UnicodeDecodeError:
        return Text(data.decode(encoding, "replace"), encoding, mark, is_exact=False)


def changed(path: str, text: str, old: str, new: str, *, every: bool) -> tuple[str, int]:
    """Return a text with `old` replaced, and how often; raises `Unfit` unless it is there once, or `every` is set.

    Where the lines of the file end in CRLF, so do those of what is replaced.
    """
    if not old:
        raise Unfit(path, "can't be edited where nothing is named", "give the text to replace, or use write")
    if old not in text and "\r\n" in text:
        old, new = (part.replace("\r\n", "\n").replace("\n", "\r\n") for part in (old, new))
    count = text.count(old)
    if count == 0:
        raise Unfit(path, f"doesn't have this text{_near(text, old)}", "read it again, and give the text exactly")
    if count > 1 and not every:
        lines = ", ".join(map(str, _lines_of(text, old)))
        raise Unfit(path, f"has this text {count} times, at lines {lines}", "give more lines around it, or every=true")
    return text.replace(old, new), count


def _near(text: str, old: str) -> str:
    """Say where something similar is."""
    wanted = next((line for line in old.splitlines() if line.strip()), "")
    lines = text.splitlines()[:5_000]
    found = get_close_matches(wanted, lines, n=1, cutoff=0.7) if 0 < len(wanted) < _COMPARED else []
    return f"; line {lines.index(found[0]) + 1} is similar: {found[0].strip()[:200]!r}" if found else ""


def _lines_of(text: str, part: str) -> list[int]:
    """Return the lines at which a part begins, the first few of them."""
    places: list[int] = []
    place = text.find(part)
    while place >= 0 and len(places) < 5:  # noqa: PLR2004  # enough to find them
        places.append(text.count("\n", 0, place) + 1)
        place = text.find(part, place + len(part))
    return places
