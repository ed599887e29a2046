"""The resources: a module for each, with its `router`."""

from __future__ import annotations

__all__: list[str] = []
