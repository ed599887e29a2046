"""Fingerprints: what a finding is called when its line has moved."""

from __future__ import annotations

import collections
import dataclasses
import hashlib
from collections.abc import Callable, Iterable

from duotone.analyzer.findings import Finding, Place

__all__ = ["with_fingerprints"]


def with_fingerprints(findings: Iterable[Finding], line_of: Callable[[Place], str]) -> list[Finding]:
    """Return the findings in their order, each with its fingerprint; `line_of` gives the line in which a place begins.

    Only the flagged part of that line counts, without its spaces, so that formatting, comments and the arguments on
    further lines change nothing. Equal ones are numbered by place, over all findings of a file: give them at once.
    """
    given = list(findings)
    seen: collections.Counter[tuple[str, ...]] = collections.Counter()
    prints: dict[int, str] = {}
    for index in sorted(range(len(given)), key=lambda number: _order(given[number].place)):
        finding = given[index]
        key = finding.code, finding.place.path, finding.symbol, _flagged(finding.place, line_of(finding.place))
        prints[index] = _digest(*key, str(seen[key]))
        seen[key] += 1
    return [dataclasses.replace(finding, fingerprint=prints[index]) for index, finding in enumerate(given)]


def _order(place: Place) -> tuple[str, int, int, int]:
    return place.path, place.cell or 0, place.line, place.column


def _flagged(place: Place, line: str) -> str:
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    return "".join(line[place.column - 1 : end].split())


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
