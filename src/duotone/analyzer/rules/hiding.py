"""Which handler swallows the error that a fault leads to."""

from __future__ import annotations

import dataclasses

from duotone.analyzer.findings import Finding, Place, Step
from duotone.analyzer.rules.program import Program

__all__ = ["FAILING", "hidden", "masked"]

FAILING = ("DUO11", "DUO12", "DUO401")
"""Faults that fail where they stand, so that a handler around them hides that."""


def masked(program: Program, finding: Finding) -> Finding:
    """The finding with the handler that swallows its error, where there is one: the first on the way out from there."""
    if not finding.code.startswith(FAILING):
        return finding
    way = [*(step.place for step in reversed(finding.proof) if step.place is not None), finding.place]
    found = next((step for place in way if (step := _around(program, place)) is not None), None)
    return finding if found is None else dataclasses.replace(finding, proof=(*finding.proof, found))


def _around(program: Program, place: Place) -> Step | None:
    """The handler of the innermost block around a place that has one."""
    rows = [row for row in program.hidings[place.path] if row[0] <= place.line < row[1]]
    return hidden(place.path, *rows[-1][2:]) if rows else None


def hidden(path: str, line: int, column: int, text: str) -> Step:
    """The step that shows the handler which swallows the failure."""
    return Step("hidden", f"`{text}` swallows the error that this leads to", Place(path, line, column, line, column))
