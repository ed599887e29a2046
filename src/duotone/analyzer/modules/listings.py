"""Finding a module below a directory, with every directory listed at most once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Found", "Listings", "find"]

_EMPTY: frozenset[str] = frozenset()
_COMPILED = (".so", ".pyd")
_SUFFIXES = (".py", ".pyi", *_COMPILED)


class Found(NamedTuple):
    """What a dotted name is below one directory; all of it is None for a compiled module without a stub."""

    source: str | None = None
    stub: str | None = None
    directory: str | None = None
    """The directory of a package, with or without an `__init__`."""

    @property
    def is_regular(self) -> bool:
        """Whether there is more than a directory, so that the search for the name ends here."""
        return self.directory is None or self.source is not None or self.stub is not None


class Listings:
    """The names in each directory; files that are known beforehand need not exist on disk."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known: dict[str, set[str]] = {}
        self._read: dict[str, frozenset[str]] = {}
        self._importable: dict[str, frozenset[str]] = {}
        for path in known:
            self._add(path)

    def _add(self, path: str) -> None:
        directory, name = os.path.split(path)
        names = self._known.get(directory)
        if names is not None:
            names.add(name)
            return
        self._known[directory] = {name}
        self._add(directory)  # which ends at the root: it is its own directory

    def __getstate__(self) -> dict[str, object]:
        """Leave what was read from disk behind: another process reads what it needs."""
        return {"_known": self._known, "_read": {}, "_importable": {}}

    def names(self, directory: str) -> frozenset[str]:
        """Return the names in `directory`; a file, or nothing at all, is an empty directory."""
        names = self._read.get(directory)
        if names is None:
            names = self._read[directory] = self._list(directory)
        return names

    def _list(self, directory: str) -> frozenset[str]:
        try:
            listed = frozenset(os.listdir(directory))  # noqa: PTH208  # strings, and thousands of them
        except (OSError, ValueError):  # absent, a file, not ours to read, or no path at all
            listed = _EMPTY
        known = self._known.get(directory)
        return listed | known if known else listed

    def importable(self, directory: str) -> frozenset[str]:
        """Return the names by which something in `directory` could be imported; a directory may be empty."""
        names = self._importable.get(directory)
        if names is None:
            listed = self.names(directory)
            names = frozenset(name.partition(".")[0] for name in listed if "." not in name or name.endswith(_SUFFIXES))
            self._importable[directory] = names
        return names

    def known_names(self, directory: str) -> set[str]:
        """Return the names that were known beforehand, without a look at the disk."""
        return self._known.get(directory, set())


def find(base: str, parts: Sequence[str], listings: Listings) -> Found | None:
    """Find the module with the name `parts` below `base`, as the import system would, stubs included."""
    directory = base
    for part in parts[:-1]:
        if part not in listings.names(directory):
            return None
        directory = f"{directory}{os.sep}{part}"
    return _find_last(directory, parts[-1], listings)


def _find_last(directory: str, name: str, listings: Listings) -> Found | None:
    names = listings.names(directory)
    path = f"{directory}{os.sep}{name}"
    inside = listings.names(path) if name in names else _EMPTY
    source = f"{path}{os.sep}__init__.py" if "__init__.py" in inside else None
    stub = f"{path}{os.sep}__init__.pyi" if "__init__.pyi" in inside else None
    if source or stub or any(_is_compiled(file, "__init__") for file in inside if file.startswith("__init__.")):
        return Found(source, stub, path)
    source = f"{path}.py" if f"{name}.py" in names else None
    stub = f"{path}.pyi" if f"{name}.pyi" in names else None
    if source or stub:
        return Found(source, stub)
    if inside:
        return Found(directory=path)
    is_compiled = name in listings.importable(directory) and any(_is_compiled(file, name) for file in names)
    return Found() if is_compiled else None


def _is_compiled(file: str, name: str) -> bool:
    return file.endswith(_COMPILED) and file.partition(".")[0] == name
