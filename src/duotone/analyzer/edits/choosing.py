"""Which fixes can be made together: each as a whole, and none where another changes the same text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duotone.analyzer.findings import Edit, Finding, Fix, Place

__all__ = ["Chosen", "together"]


class Chosen:
    """Fixes that don't meet, with the edits that they make; an edit that several of them need is made once."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.edits: list[Edit] = []
        self._by_text: dict[tuple[str, int | None], list[Edit]] = {}

    def add(self, finding: Finding, fix: Fix) -> bool:
        """Take a fix in, unless it meets one that is in already; say whether it was taken."""
        new = [edit for edit in fix.edits if edit not in self._at(edit.place)]
        if any(_meet(edit.place, other.place) for edit in new for other in self._at(edit.place)):
            return False
        for edit in new:
            self._by_text.setdefault((edit.place.path, edit.place.cell), []).append(edit)
        self.findings.append(finding)
        self.edits += new
        return True

    def _at(self, place: Place) -> Sequence[Edit]:
        return self._by_text.get((place.path, place.cell), ())


def together(findings: Iterable[Finding]) -> Chosen:
    """Choose fixes in the order of the findings; those that are left have to wait for another round."""
    chosen = Chosen()
    for finding in findings:
        if finding.fix is not None:
            chosen.add(finding, finding.fix)
    return chosen


def _meet(one: Place, other: Place) -> bool:
    """Two spans meet when they share text, or begin at the same point, where the order would be a guess."""
    starts = (one.line, one.column), (other.line, other.column)
    ends = (one.end_line, one.end_column), (other.end_line, other.end_column)
    return starts[0] == starts[1] or max(starts) < min(ends)
