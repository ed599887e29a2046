"""Twins: which functions and classes are the two faces of one thing, and what has drifted apart between them."""

from __future__ import annotations

__all__: list[str] = []
