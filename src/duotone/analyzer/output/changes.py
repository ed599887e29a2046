"""What a fix changes, as the few lines that a reader wants to see."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Edit, Fix, Place
from duotone.analyzer.output.diff import apply, by_text, common, misplaced
from duotone.analyzer.output.sources import Sources
from duotone.errors import MisplacedEdit, OverlappingEdits

__all__ = ["Change", "changes"]


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Lines that go and lines that come, `line` being the number of the first in the text before the fix."""

    place: Place
    removed: tuple[str, ...]
    added: tuple[str, ...]
    line: int


def changes(fix: Fix, sources: Sources) -> tuple[Change, ...]:
    """Return what a fix changes, place by place; nothing where the source isn't what it was when it was checked."""
    try:
        return tuple(_changes(fix, sources))
    except (MisplacedEdit, OverlappingEdits):
        return ()


def _changes(fix: Fix, sources: Sources) -> Iterator[Change]:
    for (path, cell), edits in by_text(fix.edits).items():
        lines = [*sources.lines(path, cell), ""]  # an edit may end, or insert, behind the last line
        for group in _neighbors(edits):
            yield _change(lines, group)


def _neighbors(edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """Put edits together that touch the same line or the next one."""
    group: list[Edit] = []
    last = 0
    for edit in sorted(edits, key=lambda edit: edit.place):
        if group and edit.place.line > last + 1:
            yield group
            group = []
        group.append(edit)
        last = max(last, edit.place.end_line)
    yield group


def _change(lines: Sequence[str], edits: Sequence[Edit]) -> Change:
    first = edits[0].place.line
    last = max(edit.place.end_line for edit in edits)
    if first < 1 or last > len(lines):
        raise misplaced(edits[0].place)
    before = lines[first - 1 : last]
    after = apply("\n".join(before), [_moved(edit, 1 - first) for edit in edits]).split("\n")
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    removed, added = before[head : len(before) - tail], after[head : len(after) - tail]
    return Change(edits[0].place, tuple(removed), tuple(added), first + head)


def _moved(edit: Edit, lines: int) -> Edit:
    place = edit.place
    moved = dataclasses.replace(place, line=place.line + lines, end_line=place.end_line + lines)
    return dataclasses.replace(edit, place=moved)
