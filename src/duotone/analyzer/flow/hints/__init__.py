"""What else tells of a color than definitions: names, docstrings, questions, and what stands in for something."""

from __future__ import annotations

__all__: list[str] = []
