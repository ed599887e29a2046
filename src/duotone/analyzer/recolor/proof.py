"""The proof of a recoloring: the project is checked as it would be, and nothing is worse than it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer import engine
from duotone.analyzer.findings import Finding
from duotone.analyzer.recolor.plan import Plan
from duotone.analyzer.settings import Settings

__all__ = ["worse"]

# A function that awaits nothing is listed in the plan, or was asked for, and is no surprise; nor is one of the same
# name that had only been async because these were.
_EXPECTED = frozenset({"DUO201", "DUO203"})


def worse(
    plan: Plan,
    files: Sequence[Path],
    settings: Settings,
    after: Mapping[Path, str],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Finding, ...]:
    """Return the findings that there would be and that there are not; `after` has the texts that change.

    An await that is left of a function that is sync by then is one of them, and so is a lost coroutine.
    """
    before = Counter(map(_key, engine.check(files, settings, progress=progress).findings))
    expected = {name for name, _ in (*plan.losing, *plan.joined)} | {*plan.asked}
    alike = {name.rpartition(".")[2] for name in expected}
    found: list[Finding] = []
    for finding in engine.check(files, settings, overlay=after, progress=progress).findings:
        key = _key(finding)
        if before[key]:
            before[key] -= 1
        elif finding.code not in _EXPECTED or finding.symbol.rpartition(".")[2] not in alike:
            found.append(finding)
    return tuple(found)


def _key(finding: Finding) -> tuple[str, str, str]:
    """What stays the same of a finding when lines move."""
    return finding.code, finding.place.path, f"{finding.symbol} {finding.message}"
