# Made by `duotone mirror` from ../_async/__init__.py: edit that file, and run it again.
"""The faces of the runtime in their async color, from which `duotone mirror` makes those in `_sync`."""

from __future__ import annotations
