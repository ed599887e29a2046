"""The kinds of faults, one file each: every one yields the mutations of a file."""

from __future__ import annotations

__all__: list[str] = []
