"""The records of changes, outside of the trees: the bytes before, hashes of those after, and how far each has come.

A record is a directory `changes/<hash of root>/<id>/` with `record.json`, `before/<number>` for each file that was
there, and two marks: `committed`, once everything is ready to be moved into place, and `done`. It is removed by
renaming it first, so that what is left of a removal can't be taken for a record.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from duotone.analyzer.edits.disk import Disk

__all__ = ["KEPT", "Entry", "Record", "Shelf", "digest", "shelves", "state_directory"]

KEPT = 20
"""How many finished changes of a tree can be undone."""

_GONE = ".gone"


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """One file of a change: the name that it was given, the file behind it, and where its content waits."""

    path: Path
    target: Path
    temporary: Path
    mode: int | None
    before: str | None
    after: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """What a change is about; `undoes` is the id of the change that it takes back."""

    place: Path
    root: Path
    title: str
    entries: tuple[Entry, ...]
    made: tuple[Path, ...] = ()
    emptied: tuple[Path, ...] = ()
    undoes: str = ""

    @property
    def is_committed(self) -> bool:
        """Whether it has to be carried through."""
        return (self.place / "committed").exists()

    @property
    def is_done(self) -> bool:
        """Whether the tree is as planned."""
        return (self.place / "done").exists()

    def mark(self, word: str, disk: Disk) -> None:
        """Note how far it has come."""
        if not (self.place / word).exists():
            disk.create(self.place / word, b"")
            disk.settle(self.place)

    def before(self, entry: Entry) -> bytes | None:
        """The bytes that a file had."""
        return None if entry.before is None else (self.place / "before" / str(self.entries.index(entry))).read_bytes()

    def save(self, contents: list[bytes | None], disk: Disk) -> None:
        """Write the record; it counts from the moment that `record.json` has its name."""
        disk.make_directory(self.place)
        disk.make_directory(self.place / "before")
        for number, content in enumerate(contents):
            if content is not None:
                disk.create(self.place / "before" / str(number), content)
        disk.create(self.place / "record.new", json.dumps(self._rows(), indent=1, default=str).encode())
        disk.replace(self.place / "record.new", self.place / "record.json")
        for directory in (self.place / "before", self.place, self.place.parent):
            disk.settle(directory)

    def remove(self, disk: Disk) -> None:
        """Forget it."""
        gone = self.place.with_name(self.place.name + _GONE)
        disk.replace(self.place, gone)
        disk.remove_tree(gone)

    def _rows(self) -> dict[str, Any]:
        rows = dataclasses.asdict(self)
        del rows["place"]
        return {"version": 1, **rows}


def _read(place: Path) -> Record | None:
    """Read a record; None where it was never finished."""
    try:
        rows = json.loads((place / "record.json").read_bytes())
        entries = tuple(
            Entry(
                Path(row["path"]),
                Path(row["target"]),
                Path(row["temporary"]),
                row["mode"],
                row["before"],
                row["after"],
            )
            for row in rows["entries"]
        )
        made, emptied = (tuple(map(Path, rows[key])) for key in ("made", "emptied"))
        return Record(place, Path(rows["root"]), rows["title"], entries, made, emptied, rows["undoes"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


class Shelf:
    """The records of one tree."""

    def __init__(self, place: Path) -> None:
        self.place = place

    @classmethod
    def of(cls, root: Path) -> Shelf:
        """The shelf of a tree, by its real path."""
        name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:24]
        return cls(state_directory() / "changes" / name)

    def open(self) -> None:
        """Make the directory, for its owner alone: it has source code in it."""
        self.place.mkdir(parents=True, exist_ok=True, mode=0o700)

    def fresh(self) -> Path:
        """A place for the next record; names sort by time."""
        return self.place / f"{time.time_ns():020d}-{secrets.token_hex(3)}"

    def records(self) -> Iterator[Record]:
        """Every record that counts, the oldest first."""
        return (record for place in self._places() if (record := _read(place)) is not None)

    def pending(self) -> Iterator[Record]:
        """Records of changes that were interrupted."""
        for place in self._places():
            if not (place / "done").exists():
                record = _read(place)
                if record is not None:
                    yield record

    def sweep(self, disk: Disk) -> None:
        """Remove what is left of records that never counted, or don't any more."""
        for place in [*self.place.glob(f"*{_GONE}"), *self._places()]:
            if place.name.endswith(_GONE) or not (place / "record.json").exists():
                disk.remove_tree(place)

    def _places(self) -> list[Path]:
        try:
            return sorted(path for path in self.place.iterdir() if path.is_dir() and not path.name.endswith(_GONE))
        except OSError:
            return []


def shelves() -> Iterator[Shelf]:
    """The records of all trees."""
    try:
        yield from (Shelf(path) for path in sorted((state_directory() / "changes").iterdir()))
    except OSError:
        return


def state_directory() -> Path:
    """Where duotone keeps what must outlive a run: `$DUOTONE_STATE_DIR`, or the place that the system has for it."""
    given = os.environ.get("DUOTONE_STATE_DIR")
    if given:
        return Path(given).absolute()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "duotone"
    xdg = os.environ.get("XDG_STATE_HOME")
    if xdg and Path(xdg).is_absolute():
        return Path(xdg) / "duotone"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "duotone"
    return Path.home() / ".local" / "state" / "duotone"


def digest(data: bytes | None) -> str | None:
    """The hash of a content; None for a file that isn't there."""
    return None if data is None else hashlib.sha256(data).hexdigest()
