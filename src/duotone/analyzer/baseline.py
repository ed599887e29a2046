"""The baseline: findings that a project has accepted, in a file that only shrinks unless somebody says otherwise."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import cast

from duotone.analyzer.findings import Finding
from duotone.errors import BadBaseline

__all__ = ["Baselined", "Entry", "Update", "apply", "dump", "load", "update"]

_VERSION = 1
_FIELDS = ("path", "code", "symbol", "message", "fingerprint")


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One accepted finding; the fingerprint alone decides, and the rest is for whoever reads the file."""

    path: str
    code: str
    symbol: str
    message: str
    fingerprint: str


@dataclasses.dataclass(frozen=True, slots=True)
class Baselined:
    """Findings after the baseline was heard: new ones, accepted ones, and entries that no longer occur."""

    kept: list[Finding]
    hidden: list[Finding]
    gone: list[Entry]


@dataclasses.dataclass(frozen=True, slots=True)
class Update:
    """What becomes of a baseline: its entries, and which were removed, added, or refused as new."""

    entries: list[Entry]
    removed: list[Entry]
    added: list[Entry]
    refused: list[Finding]


def load(path: Path) -> list[Entry]:
    """Read a baseline. Raises `BadBaseline` in one line if there is none, or if it isn't one."""
    try:
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        message = f"there is no baseline {str(path)!r}; write one with `duotone baseline`"
        raise BadBaseline(message) from error
    except OSError as error:
        message = f"the baseline {str(path)!r} can't be read ({error.strerror}); make it readable or use --no-baseline"
        raise BadBaseline(message) from error
    except ValueError as error:
        raise _not_ours(path, str(error)) from error
    table = cast("dict[str, object]", data) if isinstance(data, dict) else {}
    rows = table.get("findings")
    if table.get("version") != _VERSION or not isinstance(rows, list):
        raise _not_ours(path, f'it needs "version": {_VERSION} and a list "findings"')
    return [_entry(row, path) for row in cast("list[object]", rows)]


def dump(entries: Iterable[Entry]) -> str:
    """Write a baseline as text: sorted, and one finding per line, so that a difference reads well."""
    rows = [
        json.dumps({name: getattr(entry, name) for name in _FIELDS}, ensure_ascii=True) for entry in sorted(entries)
    ]
    listed = ",".join(f"\n    {row}" for row in rows)
    end = "\n  " if rows else ""
    return f'{{\n  "version": {_VERSION},\n  "findings": [{listed}{end}]\n}}\n'


def apply(findings: Iterable[Finding], entries: Sequence[Entry], is_checked: Callable[[Entry], bool]) -> Baselined:
    """Hide the findings that are accepted.

    `is_checked` says whether this run would have found an entry: its rule ran, and its file was read or is gone.
    """
    accepted = {entry.fingerprint for entry in entries}
    kept: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        (hidden if finding.fingerprint in accepted else kept).append(finding)
    occurring = {finding.fingerprint for finding in hidden}
    gone = [entry for entry in entries if entry.fingerprint not in occurring and is_checked(entry)]
    return Baselined(kept, hidden, gone)


def update(baselined: Baselined, entries: Sequence[Entry], *, is_first: bool, accepts_new: bool) -> Update:
    """Work out the next baseline: what is gone leaves it, and what is new enters if it is the first, or if told."""
    gone = set(baselined.gone)
    # What still occurs is written as it is now, since its message may have changed.
    occurring = {finding.fingerprint: _entry_of(finding) for finding in baselined.hidden}
    kept = [occurring.get(entry.fingerprint, entry) for entry in entries if entry not in gone]
    added = [_entry_of(finding) for finding in baselined.kept] if is_first or accepts_new else []
    refused = [] if is_first or accepts_new else list(baselined.kept)
    return Update([*kept, *added], baselined.gone, added, refused)


def _entry_of(finding: Finding) -> Entry:
    return Entry(finding.place.path, finding.code, finding.symbol, finding.message, finding.fingerprint)


def _entry(row: object, path: Path) -> Entry:
    table = cast("dict[str, object]", row) if isinstance(row, dict) else {}
    values = [table.get(name) for name in _FIELDS]
    if not all(isinstance(value, str) for value in values):
        raise _not_ours(path, f"each of its findings needs {', '.join(_FIELDS)}, and one is {json.dumps(row)[:80]}")
    return Entry(*cast("list[str]", values))


def _not_ours(path: Path, why: str) -> BadBaseline:
    return BadBaseline(
        f"{str(path)!r} is no baseline: {why}; mend it, or delete it and write a new one with `duotone baseline`"
    )
