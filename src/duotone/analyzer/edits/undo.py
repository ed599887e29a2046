"""Takes the last change of a tree back, from the record that it left."""

from __future__ import annotations

from pathlib import Path

from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.disk import DISK, Disk
from duotone.analyzer.edits.records import Record, Shelf, digest
from duotone.analyzer.edits.writing import read_if_there, recover, write
from duotone.errors import ChangedSince, NothingToUndo

__all__ = ["Undone", "undo"]


class Undone:
    """What was taken back, and what there is to say about an interrupted change before it."""

    def __init__(self, change: Change, title: str, said: tuple[str, ...]) -> None:
        self.change = change
        self.title = title
        self.said = said


def undo(root: Path, *, disk: Disk = DISK) -> Undone:
    """Restore every file of the last change. Raises `NothingToUndo`, `ChangedSince`, and what `write` raises."""
    said = recover(root, disk=disk)
    record = _last(root)
    contents = [read_if_there(entry.target) for entry in record.entries]
    changed = [
        entry.path for entry, content in zip(record.entries, contents, strict=True) if digest(content) != entry.after
    ]
    if changed:
        raise ChangedSince(record.title, map(str, changed))
    files = tuple(
        FileChange(entry.path, content, record.before(entry), entry.mode)
        for entry, content in zip(record.entries, contents, strict=True)
    )
    change = Change(record.root, f"undo {record.title}", files)
    write(change, disk=disk, undoes=record)
    return Undone(change, record.title, said)


def _last(root: Path) -> Record:
    done = [record for record in Shelf.of(root).records() if record.is_done and not record.undoes]
    if not done:
        raise NothingToUndo(str(root))
    return done[-1]
