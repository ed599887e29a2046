"""The report as one self-contained page: the map of the modules, the seams between the colors, and the findings."""

from __future__ import annotations

from duotone.analyzer.page.assembly import render
from duotone.analyzer.page.context import Context, RuleCard

__all__ = ["Context", "RuleCard", "render"]
