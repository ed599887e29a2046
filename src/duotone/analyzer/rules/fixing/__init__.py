"""What rules offer to mend: which edits fit at a place, and how they are written."""

from __future__ import annotations

__all__: list[str] = []
