"""Pure drivers: folds of a run's events, and the commands that follow from them; no I/O, no clock, no color."""

from __future__ import annotations

__all__: list[str] = []
