"""The analyzer: files, outlines, values, findings; it reads code and never imports it."""

from __future__ import annotations

__all__: list[str] = []
