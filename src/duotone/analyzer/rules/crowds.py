"""Declarations that a project contradicts: where most of what it does would be wrong by one, that one isn't true."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from duotone.analyzer.findings import Confidence, Finding, Step
from duotone.analyzer.modules.typeshed import directory
from duotone.analyzer.rules.program import Program

__all__ = ["doubted"]

_MANY = 8
"""So many functions don't make the same mistake."""


def doubted(program: Program, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, with less confidence in those that rest on one declaration, and outnumber what it is right about.

    What is `async def` is async, however often that was forgotten, and so is what the standard library has so. But what
    a function is only declared to give, as an annotation or an overload says, is believed no longer than its users do,
    and not where its body gives an async generator too, for some arguments.
    """
    claims = [_claim(program, finding) for finding in findings]
    places: dict[str, set[str]] = {}
    for claim, finding in zip(claims, findings, strict=True):
        if claim is not None:
            places.setdefault(claim, set()).add(finding.symbol)
    crowds: dict[str | None, int] = {
        claim: len(found)
        for claim, found in places.items()
        if len(found) >= _MANY and len(found) > sum(call.is_awaited for _, call in program.callers(claim))
    }
    for claim, finding in zip(claims, findings, strict=True):
        if claim in crowds:
            text = f"{crowds[claim]} functions do so, more than don't: the declaration may not be true"
        elif "streams" in getattr(program.functions.get(claim or ""), "marks", ()):
            text = "it may return an async generator: the declaration may not be true"
        else:
            yield finding
            continue
        proof = (*finding.proof, Step("because", text))
        yield dataclasses.replace(finding, confidence=Confidence.POSSIBLE, proof=proof)


def _claim(program: Program, finding: Finding) -> str | None:
    """What is declared, if a finding rests on that alone: a function, a class, or something that has no name."""
    if finding.code != "DUO110" and not finding.code.startswith("DUO10"):
        return None
    names = (step.place.path for step in finding.proof if step.kind == "definition" and step.place is not None)
    _, name, path = next((path.split(":", 2) for path in names if path.startswith("symbol:")), ("", "", ""))
    function = program.functions.get(name)
    if (function is not None and "async" in function.marks) or Path(path).is_relative_to(directory()):
        return None
    return name or finding.message
