"""Writes a change over many files so that, killed at any moment, the tree ends as it was or as planned.

1. A record outside of the tree says what will be done, with the bytes before. From here on leftovers can be found.
2. Every content is written beside the file that it is for, and waits there, on the disk.
3. The record is marked as committed. Before this mark an interrupted change is cleaned up, after it carried through.
4. The contents are moved into place, one rename after the other; then the record is marked as done.

What was interrupted is finished by `recover`, which every write begins with. A file that somebody changed meanwhile is
never overwritten: then the rest of the change is taken back instead.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Generator
from pathlib import Path

from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.disk import DISK, Disk
from duotone.analyzer.edits.locking import alone, uninterrupted
from duotone.analyzer.edits.records import KEPT, Entry, Record, Shelf, digest, shelves
from duotone.errors import ChangedMeanwhile, DuotoneError, Unwritable

__all__ = ["read_if_there", "recover", "write"]


def write(change: Change, *, disk: Disk = DISK, undoes: Record | None = None) -> tuple[str, ...]:
    """Make a change; return what there is to say about an earlier one that was interrupted, line by line.

    Raises `ChangedMeanwhile`, `Unwritable` and `TreeBusy`, and leaves the tree as it was then.
    """
    shelf = Shelf.of(change.root)
    with _held(shelf, change.root):
        said = _recover(change.root, shelf, disk)
        _refuse_changed(change)
        record = _planned(change, shelf, undoes)
        _ready(record, change, disk)
        _carry_through(record, disk)
        _tidy(shelf, disk)
    return said


def recover(root: Path, *, disk: Disk = DISK) -> tuple[str, ...]:
    """Finish what was interrupted in a tree; return what was done, line by line."""
    shelf = Shelf.of(root)
    if not any(one.place.is_dir() for one in shelves()):
        return ()
    with _held(shelf, root):
        said = _recover(root, shelf, disk)
        _tidy(shelf, disk)
    return said


@contextlib.contextmanager
def _held(shelf: Shelf, root: Path) -> Generator[None]:
    """Be the only writer of a tree, undisturbed; what the system refuses is said as an error of ours."""
    try:
        shelf.open()
        with uninterrupted(), alone(shelf.place, root):
            yield
    except OSError as error:
        if isinstance(error, DuotoneError):
            raise
        raise Unwritable(str(error.filename or shelf.place), error.strerror or str(error)) from error


def read_if_there(path: Path) -> bytes | None:
    """The bytes of a file; None if there is none."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


# Planning.


def _refuse_changed(change: Change) -> None:
    changed = [one.path for one in change.files if read_if_there(one.path) != one.before]
    if changed:
        raise ChangedMeanwhile(map(str, changed))
    for one in change.files:
        if one.before is not None and not os.access(one.path, os.W_OK):
            reason = "it is read-only"
            raise Unwritable(str(one.path), reason)


def _planned(change: Change, shelf: Shelf, undoes: Record | None) -> Record:
    place = shelf.fresh()
    entries = tuple(_entry(one, place.name) for one in change.files)
    made = {
        directory
        for entry in entries
        if entry.after is not None
        for directory in entry.target.parents
        if not directory.exists()
    }
    emptied = () if undoes is None else tuple(sorted(undoes.made, reverse=True))
    return Record(
        place, change.root, change.title, entries, tuple(sorted(made)), emptied, undoes.place.name if undoes else ""
    )


def _entry(one: FileChange, name: str) -> Entry:
    target = one.path.resolve()  # a link stays, and what it points to is changed
    mode = stat.S_IMODE(target.stat().st_mode) if one.before is not None else one.mode
    temporary = target.with_name(f".{target.name[:100]}.duotone-{name}")
    return Entry(one.path, target, temporary, mode, digest(one.before), digest(one.after))


# The four steps.


def _ready(record: Record, change: Change, disk: Disk) -> None:
    """Write everything that there is to write beside its place; on a failure, take all of it away again."""
    try:
        record.save([one.before for one in change.files], disk)
        for directory in record.made:
            disk.make_directory(directory)
        for entry, one in zip(record.entries, change.files, strict=True):
            if one.after is not None:
                disk.create(entry.temporary, one.after, _mode(entry))
        _settle(record, disk)
        record.mark("committed", disk)
    except BaseException:
        _withdraw(record, disk)
        raise


def _mode(entry: Entry) -> int:
    if entry.mode is not None:
        return entry.mode
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _carry_through(record: Record, disk: Disk) -> None:
    """Move everything into place; if the system refuses in the middle of it, take back what was moved."""
    try:
        for entry in record.entries:
            if entry.after is None:
                disk.remove(entry.target)
            elif entry.temporary.exists():
                disk.replace(entry.temporary, entry.target)
        _settle(record, disk)
        for directory in record.emptied:
            disk.remove_directory(directory)
        record.mark("done", disk)
    except OSError:
        _take_back(record, disk)
        raise


def _withdraw(record: Record, disk: Disk) -> None:
    """Remove what waits beside its place, and the record of it."""
    for entry in record.entries:
        if entry.temporary.exists():
            disk.remove(entry.temporary)
    for directory in sorted(record.made, reverse=True):
        if directory.exists():
            disk.remove_directory(directory)
    if record.place.exists():
        record.remove(disk)


def _take_back(record: Record, disk: Disk) -> list[Path]:
    """Put the bytes before back where those after are; return the files that have neither, which are left alone."""
    left: list[Path] = []
    for entry in record.entries:
        current = digest(read_if_there(entry.target))
        content = record.before(entry)
        if entry.temporary.exists():
            disk.remove(entry.temporary)
        if current == entry.before:
            continue
        if current != entry.after:
            left.append(entry.path)
        elif content is None:
            disk.remove(entry.target)
        else:
            disk.create(entry.temporary, content, _mode(entry))
            disk.replace(entry.temporary, entry.target)
    _settle(record, disk)
    _withdraw(record, disk)
    return left


def _settle(record: Record, disk: Disk) -> None:
    for directory in dict.fromkeys(entry.target.parent for entry in record.entries):
        if directory.exists():
            disk.settle(directory)


# After an interruption.


def _recover(root: Path, own: Shelf, disk: Disk) -> tuple[str, ...]:
    """Finish the interrupted changes of a tree, of trees in it and of those around it."""
    own.sweep(disk)
    top, said = root.resolve(), list[str]()
    for shelf in shelves():
        for record in shelf.pending():
            there = record.root.resolve()
            if shelf.place == own.place:
                said.append(_finish(record, disk))
            elif there.is_relative_to(top) or top.is_relative_to(there):
                with alone(shelf.place, record.root):
                    said.append(_finish(record, disk))
    return tuple(said)


def _finish(record: Record, disk: Disk) -> str:
    if not record.is_committed:
        _withdraw(record, disk)
        return f"an interrupted change was cleaned up, and nothing of it was made: {record.title}"
    if all(map(_can_go_on, record.entries)):
        _carry_through(record, disk)
        return f"an interrupted change was carried through: {record.title}"
    left = ", ".join(map(str, _take_back(record, disk)))
    tail = f"; changed meanwhile, and left alone: {left}" if left else ""
    return f"an interrupted change could not be carried through and was taken back: {record.title}{tail}"


def _can_go_on(entry: Entry) -> bool:
    current = digest(read_if_there(entry.target))
    is_ready = entry.after is None or (
        entry.temporary.exists() and digest(read_if_there(entry.temporary)) == entry.after
    )
    return current == entry.after or (current == entry.before and is_ready)


def _tidy(shelf: Shelf, disk: Disk) -> None:
    """Forget changes that were undone, together with what undid them, and those that are too old."""
    done = [record for record in shelf.records() if record.is_done]
    undone = {record.undoes for record in done if record.undoes}
    spent = [record for record in done if record.place.name in undone] + [one for one in done if one.undoes]
    kept = [record for record in done if not record.undoes and record.place.name not in undone]
    for record in [*spent, *kept[:-KEPT]]:
        record.remove(disk)
