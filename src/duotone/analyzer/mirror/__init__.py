"""Makes a sync twin from an async source: as a copy of its code, or as a facade over the bridge.

records → tables, names, modules → draft → conditions → rewriting → tidying → copying, facade → plan. The walk works on
the tokens of the source, so that everything that has no color stays as it was written.
"""

from __future__ import annotations

from duotone.analyzer.mirror.plan import Made, Mirror, Plan, plan
from duotone.analyzer.mirror.records import Refusal, Rules

__all__ = ["Made", "Mirror", "Plan", "Refusal", "Rules", "plan"]
