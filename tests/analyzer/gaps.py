"""Cases that the analyzer doesn't find yet, each with its reason; a test fails as soon as one of them is found."""

from __future__ import annotations

__all__ = ["GAPS"]

GAPS: dict[str, str] = {}
