"""What waits and for how long: statements, memos, settled futures, and the places where nobody minds."""

from __future__ import annotations

__all__: list[str] = []
