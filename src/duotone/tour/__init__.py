"""A tour of the laws in the terminal: what happens at each seam today, beside what happens here."""

from __future__ import annotations

from duotone.tour.program import main

__all__ = ["main"]
