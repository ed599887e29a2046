"""Which side a line is for, in the sources from which `duotone mirror` makes the sync ones."""

from __future__ import annotations

from typing import Final

__all__ = ["IS_ASYNC"]

IS_ASYNC: Final[bool] = True
"""True in the async sources; what stands under it is not in their copies."""
