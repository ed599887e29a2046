"""Applies fixes round by round, in memory: what one fix uncovers, the next round sees, and nothing is written here."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.choosing import together
from duotone.analyzer.edits.content import edited, text_of
from duotone.analyzer.findings import Finding, Place
from duotone.analyzer.texts import Texts
from duotone.errors import DuotoneError

__all__ = ["MOST_ROUNDS", "Check", "Fixing", "Seen", "fix"]

MOST_ROUNDS = 10

_Key: TypeAlias = tuple[str, str, str, str]
"""What a finding is, wherever it stands: its path, code, symbol and the source that it flags."""


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """What a check shows, and what the baseline hides; paths are relative to the root of the fixing."""

    shown: Sequence[Finding]
    hidden: Sequence[Finding] = ()

    @property
    def all(self) -> list[Finding]:
        """Both."""
        return [*self.shown, *self.hidden]


Check: TypeAlias = Callable[[Mapping[Path, str]], Seen]
"""Checks everything, with texts in place of some files."""


class Fixing:
    """The files as they were and as they are by now, and how many faults were fixed."""

    def __init__(
        self, root: Path, read: Callable[[Path], bytes] = Path.read_bytes, *, allows_unsafe: bool = False
    ) -> None:
        self.root = root
        self.faults = 0
        self.said: list[str] = []
        self.left: Sequence[Finding] = ()
        self._read = read
        self._allows_unsafe = allows_unsafe
        self._before: dict[Path, bytes] = {}
        self._after: dict[Path, bytes] = {}
        self._futile: set[_Key] = set()
        self._closed: set[str] = set()
        self._accepted: collections.Counter[_Key] = collections.Counter()

    @property
    def change(self) -> Change:
        """Everything that was fixed, as one change."""
        files = [
            FileChange(path, self._before[path], after)
            for path, after in self._after.items()
            if after != self._before[path]
        ]
        count = f"{self.faults} fault{'' if self.faults == 1 else 's'}"
        return Change(self.root, f"fix {count}", tuple(files))

    def overlay(self) -> dict[Path, str]:
        """The texts of the files that were changed."""
        return {path: text_of(data, path.name) for path, data in self._after.items() if data != self._before[path]}

    def is_wanted(self, finding: Finding) -> bool:
        """Say whether there is a fix for a finding, and it may be applied."""
        return finding.fix is not None and (finding.fix.is_safe or self._allows_unsafe)

    def step(self, seen: Seen, check: Check) -> Seen | None:
        """Apply the fixes that go together and check again; None if there was nothing to apply."""
        keys = self._keys(seen.shown)
        lost = self._accepted - self._counted(seen.hidden)
        wanted = [one for one in seen.shown if self._is_open(one, keys[id(one)], seen) and not lost[keys[id(one)]]]
        chosen = together(wanted)
        applied: dict[Path, bytes] = {}
        fixed: list[Finding] = []
        for name, own in _by_path(chosen.findings).items():
            edits = [edit for edit in chosen.edits if edit.place.path == name]
            path = self.root / PurePosixPath(name)
            try:
                applied[path] = edited(self._current(path), name, edits)
            except (DuotoneError, OSError) as error:
                self._closed.add(name)
                self.said.append(str(error))
            else:
                fixed += own
        return self._accept(seen, applied, fixed, check) if applied else None

    def _accept(self, seen: Seen, applied: Mapping[Path, bytes], fixed: Sequence[Finding], check: Check) -> Seen:
        """Take the files over; what is still found as it was before its fix is put back, and not tried again."""
        before, found = dict(self._after), self._counted(seen.all)
        used = self._counted(fixed)
        self._after.update(applied)
        after = check(self.overlay())
        again = self._counted(after.all)
        futile = {key for key, number in used.items() if again[key] > found[key] - number}
        if not futile:
            self.faults += len(fixed)
            return after
        self._futile |= futile
        self._after = before
        return check(self.overlay())

    def _is_open(self, finding: Finding, key: _Key, seen: Seen) -> bool:
        if not self.is_wanted(finding) or key in self._futile or finding.place.path in self._closed:
            return False
        # An edit inside of an accepted finding would make the baseline forget it.
        assert finding.fix is not None
        return not any(_is_in(edit.place, one.place) for edit in finding.fix.edits for one in seen.hidden)

    def _keys(self, findings: Iterable[Finding]) -> dict[int, _Key]:
        texts = Texts(self.root, self.overlay())
        return {id(one): (one.place.path, one.code, one.symbol, _flagged(one, texts)) for one in findings}

    def _counted(self, findings: Iterable[Finding]) -> collections.Counter[_Key]:
        return collections.Counter(self._keys(findings).values())

    def begin(self, seen: Seen) -> None:
        """Remember what the baseline accepts: it counts equals, and one that is fixed lets another take its number."""
        self._accepted = self._counted(seen.hidden)

    def _current(self, path: Path) -> bytes:
        if path not in self._before:
            self._before[path] = self._after[path] = self._read(path)
        return self._after[path]


def fix(fixing: Fixing, check: Check) -> Fixing:
    """Fix what can be fixed, until nothing is left or the rounds are over; the files themselves stay as they are."""
    seen = check({})
    fixing.begin(seen)
    for _ in range(MOST_ROUNDS):
        after = fixing.step(seen, check)
        if after is None:
            break
        seen = after
    fixing.left = seen.shown
    return fixing


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.place.path, []).append(finding)
    return found


def _is_in(one: Place, other: Place) -> bool:
    if (one.path, one.cell) != (other.path, other.cell):
        return False
    return (other.line, other.column) <= (one.line, one.column) < (other.end_line, other.end_column)


def _flagged(finding: Finding, texts: Texts) -> str:
    """The source that a finding is about, without its blanks."""
    place = finding.place
    lines = texts.lines(place)[place.line - 1 : place.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    return "".join("".join(lines).split())
