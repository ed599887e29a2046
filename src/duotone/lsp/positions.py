"""Places of the analyzer as positions of the protocol: counted from 0, in the units of the client, under a URI."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from lsprotocol import types
from pygls.uris import from_fs_path

from duotone.analyzer.findings import Place
from duotone.analyzer.texts import Texts, lines_of

__all__ = ["Positions", "units"]


class Positions:
    """Turns the places of one run, whose paths are relative to its root."""

    def __init__(self, root: Path, texts: Texts, encoding: str, uris: Mapping[Path, str]) -> None:
        self._root = root
        self._texts = texts
        self._encoding = encoding
        self._uris = uris
        self._lines: dict[str, list[str]] = {}

    def uri(self, place: Place) -> str:
        """Return the URI of a place's file, as the client writes it where that is known."""
        path = self._root / PurePosixPath(place.path)
        return self._uris.get(path) or from_fs_path(str(path)) or path.as_uri()

    def range(self, place: Place) -> types.Range:
        """Return the span of a place."""
        return types.Range(self._at(place, place.line, place.column), self._at(place, place.end_line, place.end_column))

    def location(self, place: Place) -> types.Location:
        """Return the span of a place together with its file."""
        return types.Location(self.uri(place), self.range(place))

    def lines(self, place: Place) -> list[str]:
        """Return the lines of a place's file, without their ends."""
        if place.path not in self._lines:
            text = self._texts.read(self._root / PurePosixPath(place.path))
            self._lines[place.path] = lines_of(text or "")
        return self._lines[place.path]

    def text(self, place: Place) -> str | None:
        """Return the whole text of a place's file."""
        return self._texts.read(self._root / PurePosixPath(place.path))

    def flagged(self, place: Place) -> str:
        """Return the source of a place that lies in one line, and nothing for others."""
        lines = self.lines(place)
        if place.line != place.end_line or not 0 < place.line <= len(lines):
            return ""
        return lines[place.line - 1][place.column - 1 : place.end_column - 1]

    def _at(self, place: Place, line: int, column: int) -> types.Position:
        lines = self.lines(place)
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        return types.Position(max(0, line - 1), units(text[: max(0, column - 1)], self._encoding))


def units(text: str, encoding: str) -> int:
    """Count a text in the units of an encoding: `utf-8`, `utf-16` or `utf-32`."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
