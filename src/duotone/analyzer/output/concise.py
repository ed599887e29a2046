"""One line for each finding: `path:line:col: CODE message`."""

from __future__ import annotations

from collections.abc import Iterable

from duotone.analyzer.findings import Finding
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.wording import label, message

__all__ = ["line", "write"]


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write the lines and nothing else."""
    return "".join(f"{line(finding, unicode=context.unicode)}\n" for finding in findings)


def line(finding: Finding, *, unicode: bool = True) -> str:
    """Return the line of one finding."""
    said = one_line(f"{finding.code} {message(finding)}", unicode=unicode)
    return f"{label(finding.place, unicode=unicode)}: {said}"
