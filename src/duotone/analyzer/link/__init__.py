"""The linked project: what every name, attribute and call stands for, across files and without running anything."""

from __future__ import annotations

from duotone.analyzer.link.named import Named, tallied
from duotone.analyzer.link.project import Finder, Project
from duotone.analyzer.link.symbols import Found

__all__ = ["Finder", "Found", "Named", "Project", "tallied"]
