"""The whole run as one JSON object, whose shape `schema.json` beside this file describes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from importlib import resources
from typing import TypeAlias

from duotone.analyzer.findings import Finding, Fix, Place, Step
from duotone.analyzer.output.characters import encodable
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.tally import Tally

__all__ = ["SCHEMA_VERSION", "Json", "dump", "record", "schema", "write"]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

SCHEMA_VERSION = 1
"""Grows when a reader of the earlier shape would be misled; it is in the document as `schema`."""


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write all findings with all that is known of them, and the numbers of the run."""
    found = tuple(findings)
    summary: dict[str, Json] = dataclasses.asdict(Tally.of(found, context))
    return dump(
        {
            "schema": SCHEMA_VERSION,
            "version": context.version,
            "findings": [record(finding) for finding in found],
            "summary": summary,
        },
        depth=2,
    )


def schema() -> str:
    """Return the JSON schema of the document."""
    return resources.files("duotone.analyzer.output").joinpath("schema.json").read_text(encoding="utf-8")


def dump(document: Json, *, depth: int) -> str:
    """Write JSON in ASCII, which every stream can take, without the lone surrogates that strict readers refuse.

    What lies `depth` levels deep has a line of its own: a finding, so that `grep` and `diff` are of use. Indentation
    all the way down would take ten times as long.
    """
    written = _block(document, depth)
    return (_block(_clean(document), depth) if "\\ud" in written else written) + "\n"


def _block(value: Json, depth: int) -> str:
    if not depth or not isinstance(value, dict | list) or not value:
        return json.dumps(value)
    if isinstance(value, dict):
        items = (f"{json.dumps(key)}: {_block(item, depth - 1)}" for key, item in value.items())
        return "{\n" + ",\n".join(items) + "\n}"
    return "[\n" + ",\n".join(_block(item, depth - 1) for item in value) + "\n]"


def _clean(value: Json) -> Json:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, list) else value


def record(finding: Finding) -> dict[str, Json]:
    """Return one finding as JSON has it."""
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "severity": finding.severity.value,
        "confidence": finding.confidence.word,
        "place": _place(finding.place),
        "symbol": finding.symbol,
        "proof": [_step(step) for step in finding.proof],
        "fix": None if finding.fix is None else _fix(finding.fix),
        "fingerprint": finding.fingerprint,
    }


def _place(place: Place) -> dict[str, Json]:
    return {
        "path": place.path,
        "cell": place.cell,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def _step(step: Step) -> dict[str, Json]:
    return {"kind": step.kind, "text": step.text, "place": None if step.place is None else _place(step.place)}


def _fix(fix: Fix) -> dict[str, Json]:
    edits: list[Json] = [{"place": _place(edit.place), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "is_safe": fix.is_safe, "edits": edits}
