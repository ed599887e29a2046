"""The faces of the runtime in their async color, from which `duotone mirror` makes those in `_sync`."""

from __future__ import annotations
