"""The report as the plain data that the page's script reads."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from duotone.analyzer.findings import Edit, Finding, Fix, Place, Step, path_told
from duotone.analyzer.page.context import Context
from duotone.analyzer.page.excerpts import Sources, changed_lines

if TYPE_CHECKING:
    from duotone.analyzer.engine import ModuleColors, Report

__all__ = ["payload_of"]


def payload_of(report: Report, context: Context) -> dict[str, object]:
    """Everything that the page shows, as JSON can hold it."""
    sources = Sources(context.root, context.read)
    findings = [_finding(finding, number, sources) for number, finding in enumerate(report.findings)]
    return {
        "title": context.title,
        "version": context.version,
        "made": context.made,
        "files": report.files,
        "lines": report.lines,
        "seconds": round(report.seconds, 3),
        "suppressed": context.suppressed,
        "modules": [_module(module) for module in report.modules],
        "rules": _rules(report.findings, context),
        "findings": findings,
        "sources": sources.as_data(),
    }


def _module(module: ModuleColors) -> dict[str, object]:
    return {
        "name": module.name,
        "path": path_told(module.path),
        "sync": module.sync,
        "async": module.asynchronous,
        "calls": [[target, kind, count] for target, kind, count in module.calls],
    }


def _rules(findings: Iterable[Finding], context: Context) -> dict[str, object]:
    """The rules that have findings; a code that nobody describes goes by the name in its findings."""
    rules: dict[str, object] = {}
    for finding in sorted(findings, key=lambda each: each.code):
        card = context.rules.get(finding.code)
        rules.setdefault(
            finding.code,
            {
                "name": card.name if card else finding.name,
                "summary": card.summary if card else "",
                "doc": card.doc if card else "",
            },
        )
    return rules


def _finding(finding: Finding, number: int, sources: Sources) -> dict[str, object]:
    sources.keep(finding.place)
    return {
        "id": finding.fingerprint or f"n{number}",
        "code": finding.code,
        "message": finding.message,
        "severity": finding.severity.value,
        "confidence": finding.confidence.word,
        "place": _place(finding.place),
        "symbol": finding.symbol,
        "proof": [_step(step, sources) for step in finding.proof],
        "fix": None if finding.fix is None else _fix(finding.fix, sources),
    }


def _step(step: Step, sources: Sources) -> dict[str, object]:
    if step.place is not None:
        sources.keep(step.place)
    return {"kind": step.kind, "text": step.text, "place": None if step.place is None else _place(step.place)}


def _fix(fix: Fix, sources: Sources) -> dict[str, object]:
    def where(edit: Edit) -> tuple[str, int]:
        return edit.place.path, edit.place.cell or 0

    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "hunks": [
            {"path": path_told(edits[0].place.path), "cell": edits[0].place.cell, **hunk}
            for edits in (list(group) for _, group in itertools.groupby(sorted(fix.edits, key=where), where))
            for hunk in changed_lines(sources.lines_of(edits[0].place), edits)
        ],
    }


def _place(place: Place) -> list[str | int | None]:
    return [path_told(place.path), place.line, place.column, place.end_line, place.end_column, place.cell]
