"""SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from duotone.analyzer.findings import Finding, Fix, Place, Step
from duotone.analyzer.output.context import Context, RuleInfo
from duotone.analyzer.output.diff import by_text
from duotone.analyzer.output.document import Json, dump
from duotone.analyzer.output.sources import Sources
from duotone.analyzer.output.wording import address, from_repository, is_of_library, message, step_label, with_cell

__all__ = ["write"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "%SRCROOT%"
_FLOW = frozenset({"definition", "reached", "made", "path", "lost"})


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write one run."""
    found = tuple(findings)
    rules = _rules(found, context)
    index = {code: number for number, code in enumerate(rules)}
    log = _Log(context)
    base = (context.repository or context.root).absolute().as_posix()
    driver: dict[str, Json] = {"name": "duotone", "version": context.version, "rules": list(rules.values())}
    if context.docs:
        driver["informationUri"] = context.docs
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"uri": f"{address(base)[0].removesuffix('/')}/"}},
        "results": [log.result(finding, index[finding.code]) for finding in found],
    }
    return dump({"version": "2.1.0", "$schema": _SCHEMA, "runs": [run]}, depth=4)


def _rules(findings: Sequence[Finding], context: Context) -> dict[str, Json]:
    """Describe every rule of the run by its code, and what else findings name with what they say of it."""
    rules: dict[str, Json] = {rule.code: _rule(rule, context.docs) for rule in context.rules}
    for finding in findings:
        rules.setdefault(finding.code, {"id": finding.code, "name": finding.name or finding.code})
    return rules


def _rule(rule: RuleInfo, docs: str) -> Json:
    summary = rule.summary or rule.name
    described: dict[str, Json] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": _plain(summary)},
        "fullDescription": {"text": _plain(_opening(rule.doc) or summary)},
        "defaultConfiguration": {"level": rule.severity.value},
        "help": {"text": rule.doc or summary, "markdown": rule.doc or summary},
        "properties": {"tags": ["async", "correctness"]},
    }
    if docs:
        described["helpUri"] = f"{docs.removesuffix('/')}/{address(rule.name)[0]}/"
    return described


def _opening(doc: str) -> str:
    """Return what a rule does and why that is bad: the text under its first two headings."""
    sections = [section.partition("\n")[2] for section in f"\n{doc}".split("\n## ")[1:3]]
    return " ".join(" ".join(sections).split())


def _plain(text: str) -> str:
    """Keep code such as `handlers[0](event)` from being taken for a link."""
    return text.replace("](", "] (")


class _Log:
    """Writes results, with positions that hold in the files as they are on disk."""

    def __init__(self, context: Context) -> None:
        self._address = functools.cache(functools.partial(_address, context))
        self._sources = Sources(context.read)

    def result(self, finding: Finding, index: int) -> Json:
        result: dict[str, Json] = {
            "ruleId": finding.code,
            "ruleIndex": index,
            "level": finding.severity.value,
            "message": {"text": _plain(with_cell(finding.place, message(finding)))},
            "locations": [self._primary(finding)],
            "properties": {"confidence": finding.confidence.word},
        }
        if finding.proof:
            result["relatedLocations"] = [self._related(step, number) for number, step in enumerate(finding.proof, 1)]
        flow = [self._related(step) for step in finding.proof if step.kind in _FLOW and _is_shown(step)]
        if len(flow) > 1:
            result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": location} for location in flow]}]}]
        # The places of a cell mean nothing in the JSON around it, so no tool could apply such a fix.
        if finding.fix and finding.fix.edits and all(edit.place.cell is None for edit in finding.fix.edits):
            result["fixes"] = [self._fix(finding.fix)]
        if finding.fingerprint:
            result["partialFingerprints"] = {"duotone/v1": finding.fingerprint}
        return result

    def _primary(self, finding: Finding) -> Json:
        location: dict[str, Json] = {"physicalLocation": self._physical(finding.place)}
        if finding.symbol:
            location["logicalLocations"] = [{"fullyQualifiedName": finding.symbol}]
        return location

    def _related(self, step: Step, number: int | None = None) -> Json:
        text = with_cell(step.place, step.text or step.kind) if step.place else step.text or step.kind
        if step.place and not _is_shown(step):
            text = f"{text} ({step_label(step.place)})"
        location: dict[str, Json] = {} if number is None else {"id": number}
        location["message"] = {"text": _plain(text)}
        if step.place and _is_shown(step):
            location["physicalLocation"] = self._physical(step.place)
        return location

    def _physical(self, place: Place) -> Json:
        physical: dict[str, Json] = {"artifactLocation": self._artifact(place.path)}
        row = self._sources.row(place)
        if place.cell is None:
            physical["region"] = _region(place)
        elif row is not None:
            physical["region"] = {"startLine": row}
        return physical

    def _artifact(self, path: str) -> Json:
        uri, is_relative = self._address(path)
        return {"uri": uri, "uriBaseId": _BASE} if is_relative else {"uri": uri}

    def _fix(self, fix: Fix) -> Json:
        changes: list[Json] = [
            {
                "artifactLocation": self._artifact(path),
                "replacements": [
                    {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}} for edit in edits
                ],
            }
            for (path, _), edits in by_text(fix.edits).items()
        ]
        safety = "safe" if fix.is_safe else "unsafe"
        return {
            "description": {"text": f"{_plain(fix.title)} ({safety})".lstrip()},
            "artifactChanges": changes,
            "properties": {"isSafe": fix.is_safe},
        }


def _is_shown(step: Step) -> bool:
    """Whether a reader of the log has the file of a step: what is installed lies elsewhere on each machine."""
    return step.place is not None and not is_of_library(step.place)


def _address(context: Context, path: str) -> tuple[str, bool]:
    return address(from_repository(path, context))


def _region(place: Place) -> Json:
    start = max(1, place.line), max(1, place.column)
    end = max(start, (place.end_line, place.end_column))
    return {"startLine": start[0], "startColumn": start[1], "endLine": end[0], "endColumn": max(1, end[1])}
