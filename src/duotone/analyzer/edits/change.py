"""A change of a tree: which files have which bytes before and after it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

from duotone.analyzer.edits.content import edited
from duotone.analyzer.findings import Edit
from duotone.analyzer.output.diff import unified

__all__ = ["Change", "FileChange", "change_of", "difference"]


@dataclasses.dataclass(frozen=True, slots=True)
class FileChange:
    """One file: its bytes before and after, None where it doesn't exist; `mode` is for one that is made."""

    path: Path
    before: bytes | None
    after: bytes | None
    mode: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Files of one tree that change together, all or none; paths are absolute."""

    root: Path
    title: str
    files: tuple[FileChange, ...]


def change_of(root: Path, title: str, edits: Iterable[Edit], read: Callable[[Path], bytes] = Path.read_bytes) -> Change:
    """Return the change that edits make, whose paths are relative to the root; files that stay the same are left out.

    Raises `NotEditable`, `Broken`, `MisplacedEdit` and `OverlappingEdits`, and whatever `read` raises.
    """
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.place.path, []).append(edit)
    files: list[FileChange] = []
    for name, own in by_path.items():
        path = root / PurePosixPath(name)
        before = read(path)
        after = edited(before, name, own)
        if after != before:
            files.append(FileChange(path, before, after))
    return Change(root, title, tuple(files))


def difference(change: Change, shown: Callable[[Path], str]) -> bytes:
    """Return the change as a patch, in the bytes of the files; `shown` writes a path as the patch has it."""
    parts = (unified(shown(one.path), _plain(one.before), _plain(one.after)) for one in change.files)
    return "".join(parts).encode("utf-8", "surrogateescape")


def _plain(data: bytes | None) -> str:
    """Bytes as text that becomes the same bytes again, whatever their encoding is."""
    return (data or b"").decode("utf-8", "surrogateescape")
