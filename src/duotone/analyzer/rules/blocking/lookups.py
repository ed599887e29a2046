"""Helpers that block only where they look something up for the first time: many callers have that to mend once."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Step
from duotone.analyzer.flow.file import File
from duotone.analyzer.flow.waiting.memos import lines_without_entry
from duotone.analyzer.rules.blocking.paths import Path
from duotone.analyzer.rules.writer import short

__all__ = ["Lines", "lookups_in", "told_once"]

_MANY = 8
"""So many places are mended where the helper is."""

Lines = Mapping[str, Sequence[tuple[int, int]]]


def lookups_in(file: File) -> Lines:
    """The lines of what each plain function of a file does only where a look-up by key failed."""
    nodes = [(ran.name, ran.node) for ran in file.ran if not ran.is_async]
    found = {name: lines_without_entry(node) for name, node in nodes if isinstance(node, ast.FunctionDef)}
    return {name: lines for name, lines in found.items() if lines}


def told_once(found: Sequence[tuple[Path, Finding]], lookups: Lines) -> Iterator[Finding]:
    """The findings, but only the first of many that lead through one look-up to the same end is more than possible."""
    crowds: dict[tuple[str, Place], list[Finding]] = {}
    keys = [_key(path, lookups) if finding.confidence > Confidence.POSSIBLE else None for path, finding in found]
    for key, (_, finding) in zip(keys, found, strict=True):
        if key is not None:
            crowds.setdefault(key, []).append(finding)
    for key, (_, finding) in zip(keys, found, strict=True):
        crowd = crowds[key] if key is not None else []
        if key is None or len(crowd) < _MANY:
            yield finding
        elif finding is crowd[0]:
            text = f"{len(crowd) - 1} other calls get there through `{short(key[0])}`, which keeps what it looks up"
            yield dataclasses.replace(finding, proof=(*finding.proof, Step("because", text)))
        else:
            yield finding.doubted(f"`{short(key[0])}` keeps what it looks up: it is told in `{short(crowd[0].symbol)}`")


def _key(path: Path, lookups: Lines) -> tuple[str, Place] | None:
    """The helper on a way that blocks only where a look-up failed, and the end of that way."""
    places = [*(place for *_, place in path.links[1:]), path.end]
    for (_, callee, _), place in zip(path.links, places, strict=True):
        if any(first <= place.line <= last for first, last in lookups.get(callee, ())):
            return callee, path.end
    return None
