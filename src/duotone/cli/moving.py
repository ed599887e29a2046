"""Findings as seen from another directory: every path in them, made relative to it."""

from __future__ import annotations

import dataclasses
from pathlib import Path, PurePosixPath

from duotone.analyzer.findings import Edit, Finding, Fix, Place, Step, path_in

__all__ = ["moved"]


def moved(finding: Finding, root: Path, base: Path) -> Finding:
    """Return a finding whose paths, relative to `root`, are relative to `base`; its fingerprint stays."""
    if root == base:
        return finding

    def at(place: Place) -> Place:
        return dataclasses.replace(place, path=path_in(base, root / PurePosixPath(place.path)))

    def step(one: Step) -> Step:
        return one if one.place is None else dataclasses.replace(one, place=at(one.place))

    fix = finding.fix
    if fix is not None:
        fix = Fix(fix.title, tuple(Edit(at(edit.place), edit.text) for edit in fix.edits), fix.is_safe)
    return dataclasses.replace(
        finding, place=at(finding.place), proof=tuple(step(one) for one in finding.proof), fix=fix
    )
