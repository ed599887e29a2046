"""Findings whose remedies would contradict each other, so that only one of them is told for sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding

__all__ = ["agreed"]

_NEEDLESS = "DUO201"
_BLOCKING = frozenset({"DUO301", "DUO302"})


def agreed(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, with less confidence in `async` without need where something else blocks in the same function.

    Once that is awaited, as it should be, the function suspends.
    """
    blocking = {
        finding.symbol: finding.place
        for finding in findings
        if finding.code in _BLOCKING and finding.confidence is not Confidence.POSSIBLE
    }
    for finding in findings:
        if finding.code != _NEEDLESS or finding.symbol not in blocking:
            yield finding
            continue
        yield finding.doubted("what blocks here would be awaited, if it were mended", blocking[finding.symbol])
