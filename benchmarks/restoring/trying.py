"""Plants missing awaits in memory, checks, applies the fix of each finding on its own, and compares bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.mutation.choosing import batches
from duotone.analyzer.edits.content import edited
from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.mutate import Mutation, apply_all, mutations, sample
from duotone.analyzer.mutate.trees import Text
from duotone.analyzer.settings import Settings
from duotone.errors import DuotoneError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.checkers.fetching import Project

_LOST = re.compile(r"DUO10\d|DUO502")


@dataclass(frozen=True)
class Trial:
    """What became of one fault: `outcome` is "missed", "restored", "no fix", or "other bytes"."""

    mutation: Mutation
    outcome: str
    is_safe: bool = False
    code: str = ""
    was: str = ""
    became: str = ""


class Restoring:
    """One project, whose files are never written to."""

    def __init__(self, project: Project, tree: Path, env: Path | None, cache: Path) -> None:
        self._tree = tree
        paths = sorted(path for part in project.paths for path in (tree / part).rglob("*.py"))
        texts = {path.relative_to(tree).as_posix(): Text.read(path) for path in paths}
        self._files = {path: one.text for path, one in texts.items() if one and one.encoding == "utf-8"}
        self._paths = [tree / path for path in texts]
        self._settings = Settings(
            root=tree, roots=tuple(tree / root for root in project.roots), python=env, cache_dir=cache
        )

    def trials(self, count: int, seed: int) -> Iterator[Trial]:
        """Try some missing awaits, those of one batch in one check; no two of a batch are in the same function."""
        chosen = sample(mutations(self._files, ["await"]), count, seed)
        for batch in batches(chosen):
            by_path: dict[str, list[Mutation]] = defaultdict(list)
            for mutation in batch:
                by_path[mutation.path].append(mutation)
            planted = {path: apply_all(some, self._files[path])[0] for path, some in by_path.items()}
            found = self._found(planted)
            for mutation in batch:
                others = [one for one in by_path[mutation.path] if one is not mutation]
                whole = apply_all(others, self._files[mutation.path])[0] if others else self._files[mutation.path]
                yield _tried(mutation, found.get(mutation.path, ()), planted[mutation.path], whole)

    def _found(self, planted: Mapping[str, str]) -> dict[str, list[Finding]]:
        overlay = {self._tree / path: text for path, text in planted.items()}
        found: dict[str, list[Finding]] = defaultdict(list)
        for finding in check(self._paths, self._settings, overlay=overlay).findings:
            if finding.confidence >= Confidence.LIKELY and _LOST.match(finding.code):
                found[finding.place.path].append(finding)
        return found


def _tried(mutation: Mutation, findings: Sequence[Finding], planted: str, whole: str) -> Trial:
    here = [one for one in findings if mutation.line <= one.place.line <= mutation.end_line]
    exact = [one for one in here if (one.place.line, one.place.column) == (mutation.line, mutation.column)]
    finding = next(iter(exact or here), None)
    if finding is None:
        return Trial(mutation, "missed")
    line = whole.splitlines()[mutation.line - 1].strip()
    if finding.fix is None:
        return Trial(mutation, "no fix", code=finding.code, was=line)
    try:
        after = edited(planted.encode(), mutation.path, finding.fix.edits)
    except DuotoneError as error:
        return Trial(mutation, "other bytes", code=finding.code, was=line, became=str(error))
    if after == whole.encode():
        return Trial(mutation, "restored", is_safe=finding.fix.is_safe, code=finding.code)
    became = after.decode().splitlines()[mutation.line - 1].strip()
    return Trial(mutation, "other bytes", finding.fix.is_safe, finding.code, line, became)
