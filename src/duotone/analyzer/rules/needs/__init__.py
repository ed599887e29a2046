"""Why functions are async: what asks them to be, seen or unseen, where their bodies don't."""

from __future__ import annotations

__all__: list[str] = []
