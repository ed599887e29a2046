"""Workflow commands of GitHub Actions, which show findings beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duotone.analyzer.findings import Finding, Place, Severity
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.concise import line
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.sources import Sources
from duotone.analyzer.output.wording import from_repository, step_label

__all__ = ["write"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write one command for each finding; its first line stands in the log, so it names the place again."""
    sources = Sources(context.read)
    return "".join(_command(finding, context, sources) for finding in findings)


def _command(finding: Finding, context: Context, sources: Sources) -> str:
    properties = {
        "file": one_line(from_repository(finding.place.path, context)),
        **_position(finding.place, sources),
        "title": one_line(f"{finding.code} {finding.name}"),
    }
    written = ",".join(f"{key}={value.translate(_IN_PROPERTIES)}" for key, value in properties.items())
    message = "\n".join(_lines(finding)).translate(_IN_MESSAGES)
    return f"::{_COMMANDS[finding.severity]} {written}::{message}\n"


def _position(place: Place, sources: Sources) -> dict[str, str]:
    """Say the position in the file; the columns of a cell are not those of its notebook."""
    if place.cell is not None:
        row = sources.row(place)
        return {} if row is None else {"line": str(row)}
    position = {"line": str(max(1, place.line))}
    if place.end_line > place.line:
        return {**position, "endLine": str(place.end_line)}  # columns are refused beside two lines
    start = max(1, place.column)
    return {**position, "endLine": position["line"], "col": str(start), "endColumn": str(max(start, place.end_column))}


def _lines(finding: Finding) -> Iterator[str]:
    yield line(finding)
    for number, step in enumerate(finding.proof, 1):
        where = "" if step.place is None else f" ({step_label(step.place)})"
        yield f"{number}. {one_line(step.text or step.kind)}{where}"
    if finding.fix:
        yield f"fix ({'safe' if finding.fix.is_safe else 'unsafe'}): {one_line(finding.fix.title)}"
