"""How many findings there are of each kind, in numbers and in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from duotone.analyzer.findings import Finding, Severity
from duotone.analyzer.output.context import Context

__all__ = ["Tally", "counted"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of one run; `files` are those that were checked, `affected` those with findings."""

    findings: int
    errors: int
    warnings: int
    notes: int
    fixable: int
    fixable_safely: int
    files: int
    affected: int
    seconds: float

    @classmethod
    def of(cls, findings: Sequence[Finding], context: Context) -> Tally:
        """Count."""
        severities = [finding.severity for finding in findings]
        fixes = [finding.fix for finding in findings if finding.fix]
        return cls(
            findings=len(findings),
            errors=severities.count(Severity.ERROR),
            warnings=severities.count(Severity.WARNING),
            notes=severities.count(Severity.NOTE),
            fixable=len(fixes),
            fixable_safely=sum(fix.is_safe for fix in fixes),
            files=context.files,
            affected=len({finding.place.path for finding in findings}),
            seconds=round(context.seconds, 3),
        )

    def __str__(self) -> str:
        where = f"{counted(self.files, 'file')}, {self.seconds:.2f} s"
        if not self.findings:
            return f"No findings in {where}."
        kinds = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")]
        words = ", ".join(counted(number, noun) for number, noun in kinds if number)
        return f"{counted(self.findings, 'finding')}: {words}; {where}; {self._fixes()}."

    def _fixes(self) -> str:
        if not self.fixable:
            return "none can be fixed"
        if self.fixable == self.fixable_safely:
            return f"{self.fixable:,} can be fixed safely"
        safely = f"{self.fixable_safely:,} of them safely" if self.fixable_safely else "but not safely"
        return f"{self.fixable:,} can be fixed, {safely}"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun in the right form."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"
