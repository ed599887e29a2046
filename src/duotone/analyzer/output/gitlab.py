"""A Code Quality report of GitLab, which shows what a merge request adds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from duotone.analyzer.findings import Finding, Severity
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.document import Json, dump
from duotone.analyzer.output.sources import Sources
from duotone.analyzer.output.wording import from_repository, message, with_cell

__all__ = ["write"]

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write the report; no fingerprint appears in it twice, since GitLab would show only the first."""
    sources = Sources(context.read)
    seen: dict[str, int] = {}
    return dump([_entry(finding, _unique(finding, seen), context, sources) for finding in findings], depth=1)


def _entry(finding: Finding, fingerprint: str, context: Context, sources: Sources) -> Json:
    return {
        "description": with_cell(finding.place, one_line(message(finding))),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": from_repository(finding.place.path, context),
            "positions": _positions(finding, sources),
        },
    }


def _positions(finding: Finding, sources: Sources) -> Json:
    place = finding.place
    if place.cell is not None:
        row = sources.row(place) or 1
        return {"begin": {"line": row, "column": 1}, "end": {"line": row, "column": 1}}
    begin = max(1, place.line), max(1, place.column)
    end = max(begin, (place.end_line, place.end_column))
    return {"begin": {"line": begin[0], "column": begin[1]}, "end": {"line": end[0], "column": end[1]}}


def _unique(finding: Finding, seen: dict[str, int]) -> str:
    """Return the finding's own fingerprint, or one made from it for the second of equals, the third, and so on."""
    own = finding.fingerprint or _hash(f"{finding.code}:{finding.place.path}:{finding.symbol}:{finding.message}")
    fingerprint = own
    while fingerprint in seen:
        seen[own] += 1
        fingerprint = _hash(f"{own}:{seen[own]}")
    seen[fingerprint] = 1
    return fingerprint


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
