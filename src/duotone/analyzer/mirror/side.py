"""Everything that is known of the sync side: its names, its modules, and the rules of the user."""

from __future__ import annotations

import dataclasses

from duotone.analyzer.mirror.modules import Modules
from duotone.analyzer.mirror.names import Names
from duotone.analyzer.mirror.records import Rules

__all__ = ["Side"]


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """What one mirror's sources are turned into."""

    names: Names
    modules: Modules
    rules: Rules
