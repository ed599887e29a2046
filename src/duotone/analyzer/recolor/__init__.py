"""Changes the color of functions and of everything that uses them: a plan first, then one edit, then a proof.

records → documents, mentions, annotations → usage → to_sync, to_async, slots, marks → defining → surveying → linking →
facts, imports, remarks, targets, plan → planning → carrying, rendering, proof.
"""

from __future__ import annotations

from duotone.analyzer.recolor.carrying import Carried, callers, carried
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.plan import Plan
from duotone.analyzer.recolor.planning import planned
from duotone.analyzer.recolor.proof import worse
from duotone.analyzer.recolor.records import Direction, Site, Verdict
from duotone.analyzer.recolor.rendering import doubts, refusals, rendered
from duotone.analyzer.recolor.targets import functions_named

__all__ = [
    "Carried",
    "Direction",
    "Linked",
    "Plan",
    "Site",
    "Verdict",
    "callers",
    "carried",
    "doubts",
    "functions_named",
    "planned",
    "refusals",
    "rendered",
    "worse",
]
