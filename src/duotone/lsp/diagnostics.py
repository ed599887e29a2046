"""Findings as diagnostics, with their proof as related information, and as the text of a hover."""

from __future__ import annotations

from lsprotocol import types

from duotone.analyzer.findings import Finding, Severity, path_told
from duotone.lsp.positions import Positions
from duotone.lsp.tasks import Taste

__all__ = ["SOURCE", "about", "diagnostic_of"]

SOURCE = "duotone"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_UNUSED_SUPPRESSION = "DUO002"


def diagnostic_of(finding: Finding, positions: Positions, taste: Taste, page: str | None) -> types.Diagnostic:
    """Return what the client shows; `page` is where the text of the rule can be read."""
    diagnostic = types.Diagnostic(
        range=positions.range(finding.place),
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        data={"name": finding.name, "fingerprint": finding.fingerprint},
    )
    if page is not None and taste.has_links:
        diagnostic.code_description = types.CodeDescription(href=page)
    if taste.has_tags and _is_faded(finding, positions):
        diagnostic.tags = [types.DiagnosticTag.Unnecessary]
    if taste.has_related:
        diagnostic.related_information = _related(finding, positions) or None
    else:
        diagnostic.message = "\n".join([finding.message, *(f"- {step.text}" for step in finding.proof)])
    return diagnostic


def about(finding: Finding, summary: str) -> str:
    """Return what a hover over a finding says, in Markdown: the rule in one line, and the proof step by step."""
    head = f"**{finding.code}** `{finding.name}`" + (f" – {summary}" if summary else "")
    steps = [f"{number}. {step.text}{_where(step.place)}" for number, step in enumerate(finding.proof, 1)]
    fix = [f"Fix ({'safe' if finding.fix.is_safe else 'unsafe'}): {finding.fix.title}"] if finding.fix else []
    return "\n\n".join(part for part in (head, finding.message, "\n".join(steps), *fix) if part)


def _where(place: object) -> str:
    path, line = getattr(place, "path", None), getattr(place, "line", None)
    return f" (`{path_told(path)}:{line}`)" if path else ""


def _is_faded(finding: Finding, positions: Positions) -> bool:
    """Say whether what is flagged could simply go, which editors show by graying it out."""
    return finding.code == _UNUSED_SUPPRESSION or positions.flagged(finding.place) == "async"


def _related(finding: Finding, positions: Positions) -> list[types.DiagnosticRelatedInformation]:
    return [
        types.DiagnosticRelatedInformation(location=positions.location(step.place), message=step.text)
        for step in finding.proof
        if step.place is not None and step.place.cell is None
    ]
