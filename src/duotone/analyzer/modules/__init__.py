"""Which file is which module, in the project, in the target's environment and in typeshed; nothing is ever imported."""

from __future__ import annotations

from duotone.analyzer.modules.environment import Environment
from duotone.analyzer.modules.index import Kind, Modules

__all__ = ["Environment", "Kind", "Modules"]
