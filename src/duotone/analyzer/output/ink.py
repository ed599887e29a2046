"""Color for terminals, where it is wanted, and the few characters that draw, where they can be shown."""

from __future__ import annotations

from typing import Literal, TypeAlias

from duotone.analyzer.findings import Severity

__all__ = ["Ink", "Style"]

Style: TypeAlias = Severity | Literal["strong", "faint", "gutter", "removed", "added"]

_CODES: dict[Style, str] = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.NOTE: "1;36",
    "strong": "1",
    "faint": "2",
    "gutter": "34",
    "removed": "31",
    "added": "32",
}


class Ink:
    """Colors text or leaves it as it is; `bar` and `more` are drawn with what the stream has."""

    def __init__(self, *, color: bool, unicode: bool) -> None:
        self.color = color
        self.unicode = unicode
        self.bar = "│" if unicode else "|"
        self.more = "…" if unicode else "..."

    def __call__(self, text: str, style: Style) -> str:
        """Color one stretch of a line."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.color and text else text
