"""Where blocking calls hold up a loop: the ways to them, who has the loop alone, and what to write instead."""

from __future__ import annotations

__all__: list[str] = []
