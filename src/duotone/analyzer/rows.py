"""Facts and findings as rows of plain values, and back."""

from __future__ import annotations

from typing import Any

from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step
from duotone.analyzer.rules.facts import CallFact, ClassFact, FileFacts, FunctionFact

__all__ = ["facts_from", "facts_to"]


def facts_to(facts: FileFacts) -> list[object]:
    """Give the facts of a file as nested rows that `marshal` takes."""
    return [
        facts.path,
        facts.module,
        facts.lines,
        [_finding(one) for one in facts.findings],
        [(condition, _finding(one)) for condition, one in facts.pending],
        [(*one[:4], [tuple(call) for call in one.calls], *one[5:]) for one in facts.functions],
        [tuple(one) for one in facts.classes],
        facts.values,
        facts.given,
        facts.attributes,
        facts.dispatched,
        facts.offloaded,
        facts.patterns,
        facts.kept,
        facts.hidings,
        facts.is_marked,
    ]


def facts_from(rows: Any) -> FileFacts:
    """Rebuild what `facts_to` gave."""
    path, module, lines, findings, pending, functions, classes, values, given, *rest = rows
    return FileFacts(
        path,
        module,
        lines,
        [_to_finding(row) for row in findings],
        [(condition, _to_finding(row)) for condition, row in pending],
        [_to_function(row) for row in functions],
        [ClassFact(*row) for row in classes],
        values,
        given,
        *rest,
    )


def _to_function(row: Any) -> FunctionFact:
    name, line, column, marks, calls, *rest = row
    return FunctionFact(name, line, column, marks, [CallFact(*call) for call in calls], *rest)


def _place(place: Place | None) -> list[object] | None:
    return (
        None if place is None else [place.path, place.line, place.column, place.end_line, place.end_column, place.cell]
    )


def _finding(one: Finding) -> list[object]:
    fix = (
        None
        if one.fix is None
        else [one.fix.title, [(_place(e.place), e.text) for e in one.fix.edits], one.fix.is_safe]
    )
    proof = [(step.kind, step.text, _place(step.place)) for step in one.proof]
    return [
        one.code,
        one.name,
        one.message,
        one.severity.value,
        one.confidence.value,
        _place(one.place),
        one.symbol,
        proof,
        fix,
    ]


def _to_finding(row: Any) -> Finding:
    code, name, message, severity, confidence, place, symbol, proof, fix = row
    steps = tuple(Step(kind, text, None if at is None else Place(*at)) for kind, text, at in proof)
    made = None
    if fix is not None:
        title, edits, is_safe = fix
        made = Fix(title, tuple(Edit(Place(*at), text) for at, text in edits), is_safe)
    return Finding(code, name, message, Severity(severity), Confidence(confidence), Place(*place), symbol, steps, made)
