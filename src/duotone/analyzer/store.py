"""Keeps what was read and found between runs, in one SQLite file per version; losing it costs time and nothing else."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from duotone.analyzer.rows import facts_from, facts_to
from duotone.analyzer.rules.program import FileFacts
from duotone.analyzer.work import Read, Shared

__all__ = ["Known", "Store"]

_TABLE = """
create table if not exists files (
    path text primary key, module text, size integer, modified integer,
    content text, interface text, methods text, awaited text, outline text, facts text, links text
) without rowid
"""
_COLUMNS = "path, module, size, modified, content, interface, methods, awaited, outline, facts, links"


@dataclasses.dataclass(slots=True)
class Known:
    """What is known of the files that have not changed since it was written."""

    reads: dict[str, Read] = dataclasses.field(default_factory=dict[str, Read])
    facts: dict[str, FileFacts] = dataclasses.field(default_factory=dict[str, FileFacts])
    raw_facts: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    links: dict[str, frozenset[str]] = dataclasses.field(default_factory=dict[str, frozenset[str]])
    interfaces: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    methods: dict[str, tuple[int, int]] = dataclasses.field(default_factory=dict[str, tuple[int, int]])
    gone: dict[str, str] = dataclasses.field(default_factory=dict[str, str])

    def stale(self, reads: Mapping[str, Read], names: Mapping[str, str], shared: Shared) -> list[str]:
        """The files to run: those that changed, and those that depend on something that others see differently now."""
        changed = {names[path] for path, read in reads.items() if self.interfaces.get(names[path]) != read.interface}
        moved = {f"#{name}" for name in self._moved(shared)}
        asked = {f"?{name}" for name in changed if name not in self.interfaces}
        reached = _reaching(changed | self.gone.keys() | moved | asked, self.links)
        stale = [
            path for path in names if path not in self.raw_facts or path in shared.overlay or names[path] in reached
        ]
        unchanged = set(names) - set(stale)
        self.facts = {path: facts_from(json.loads(self.raw_facts[path])) for path in unchanged}
        return stale

    def _moved(self, shared: Shared) -> Iterable[str]:
        """Names of methods whose colors in the project are other ones now."""
        for name in self.methods.keys() | shared.methods.keys():
            now = shared.methods.get(name)
            before = self.methods.get(name, (0, 0))
            if now is None or _color(now.asynchronous, now.sync) != _color(*before):
                yield name


def _color(asynchronous: int, sync: int) -> str:
    return "async" if asynchronous and not sync else "other"


def _reaching(roots: set[str], links: Mapping[str, frozenset[str]]) -> set[str]:
    """Every module that asked one of the roots, directly or through others."""
    backward: dict[str, list[str]] = {}
    for module, targets in links.items():
        for target in targets:
            backward.setdefault(target, []).append(module)
    reached = set(roots)
    waiting = list(roots)
    while waiting:
        for module in backward.get(waiting.pop(), ()):
            if module not in reached:
                reached.add(module)
                waiting.append(module)
    return reached


class Store:
    """The file of one version, or nothing where no cache is wanted or it can't be written."""

    def __init__(self, connection: sqlite3.Connection | None) -> None:
        self._connection = connection
        self._links: dict[str, set[str]] = {}
        self._stats: dict[str, tuple[int, int]] = {}

    @classmethod
    def open(cls, directory: Path | None) -> Store:
        """Open the store of a directory; one that is damaged is made anew."""
        if directory is None:
            return cls(None)
        path = directory / f"check-{_version()}.sqlite"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            ignore = directory / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n")
            return cls(_connected(path))
        except sqlite3.DatabaseError:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)
            try:
                return cls(_connected(path))
            except sqlite3.DatabaseError:
                return cls(None)
        except OSError:
            # A directory that can't be written is no reason not to check.
            return cls(None)

    def load(self, names: Mapping[str, str]) -> Known:
        """Everything that is still true of these files; their sizes and times are compared, not their texts."""
        known = Known()
        for path in names:
            try:
                stat = os.stat(path)  # noqa: PTH116  # ten thousand of them
            except OSError:
                continue
            self._stats[path] = (stat.st_size, stat.st_mtime_ns)
        if self._connection is None:
            return known
        try:
            rows = self._connection.execute(
                f"select {_COLUMNS} from files"  # noqa: S608  # the names are our own
            )
            for row in rows:
                self._take(known, names, row)
        except (sqlite3.DatabaseError, ValueError):
            return Known()
        return known

    def _take(self, known: Known, names: Mapping[str, str], row: Sequence[Any]) -> None:
        path, module, size, modified, content, interface, methods, awaited, outline, facts, links = row
        if path not in self._stats and not os.path.exists(path):  # noqa: PTH110  # as above
            known.gone[module] = path
        counts = json.loads(methods)
        for name, (asynchronous, sync) in counts.items():
            before = known.methods.get(name, (0, 0))
            known.methods[name] = (before[0] + asynchronous, before[1] + sync)
        known.interfaces[module] = interface
        targets = json.loads(links)
        known.links[module] = frozenset(targets)
        if names.get(path) == module and self._stats.get(path) == (size, modified):
            known.reads[path] = Read(content, interface, outline, counts, json.loads(awaited))
            known.raw_facts[path] = facts

    def link(self, links: Mapping[str, Iterable[str]]) -> None:
        """Take in which modules asked which."""
        for module, targets in links.items():
            self._links.setdefault(module, set()).update(targets)

    def save(
        self,
        results: Mapping[str, FileFacts],
        names: Mapping[str, str],
        reads: Mapping[str, Read],
        overlay: Mapping[str, str],
        gone: Iterable[str],
    ) -> None:
        """Write what is new, and forget the files that are gone."""
        if self._connection is None:
            return
        rows: list[tuple[object, ...]] = []
        for path in results:
            if path in overlay or path not in self._stats or not reads[path].content:
                continue
            read, module = reads[path], names[path]
            links = json.dumps(sorted(self._links.get(module, ())))
            texts = (
                json.dumps(read.methods),
                json.dumps(read.awaited),
                read.outline,
                json.dumps(facts_to(results[path])),
                links,
            )
            rows.append((path, module, *self._stats[path], read.content, read.interface, *texts))
        with contextlib.suppress(sqlite3.DatabaseError), self._connection:
            self._connection.executemany("delete from files where path = ?", [(path,) for path in gone])
            self._connection.executemany("insert or replace into files values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=20)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=off")
    connection.execute(_TABLE)
    return connection


def _version() -> str:
    """A name for everything that decides what is found: the analyzer's own files, and the Python that runs it."""
    parts = [sys.version]
    root = Path(__file__).parent
    for directory, _, files in sorted(os.walk(root)):
        for name in sorted(files):
            if name.endswith(".py"):
                stat = os.stat(os.path.join(directory, name))  # noqa: PTH116, PTH118  # at every start
                parts.append(f"{name}:{stat.st_size}:{stat.st_mtime_ns}")
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()
