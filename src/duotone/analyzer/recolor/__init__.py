"""Changes the color of functions and of everything that uses them: a plan first, then one edit, then a proof.

records → documents, mentions → usage → to_sync, to_async → surveying → linking → targets, planning → rendering, proof.
"""

from __future__ import annotations

from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.planning import Plan, planned
from duotone.analyzer.recolor.proof import worse
from duotone.analyzer.recolor.records import Direction, Site, Verdict
from duotone.analyzer.recolor.rendering import rendered
from duotone.analyzer.recolor.targets import functions_named

__all__ = ["Direction", "Linked", "Plan", "Site", "Verdict", "functions_named", "planned", "rendered", "worse"]
