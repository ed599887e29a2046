"""Keeps what was read and found between runs, in SQLite files; losing them costs time and nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import sqlite3
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from duotone.analyzer.rows import facts_from, facts_to
from duotone.analyzer.rules.facts import FileFacts
from duotone.analyzer.seals import Damaged, sealed, unsealed
from duotone.analyzer.shelf import Shelf, stamp
from duotone.analyzer.staleness import Known
from duotone.analyzer.work import Read, digest

__all__ = ["Results", "Store"]

_TABLES = (
    "files (path text primary key, module text, stamp text, content text, told blob, outline blob, facts blob)",
    "outlines (path text primary key, stamp text, outline blob)",
    "others (module text primary key, state blob) without rowid",
    "traces (node text primary key, asked blob) without rowid",
    "runs (number integer primary key) without rowid",
)
"""Rows that may be long have a number: without one, each that takes more than a quarter of a page has its own pages."""
_MOST = 6
"""So many files of other versions and other projects stay in a directory."""
_RACY = 2_000_000_000
"""A file that was written so short a time before, in nanoseconds, may be written again without a sign of it."""


class Results:
    """What a run found out, to be kept."""

    def __init__(self) -> None:
        self.facts: dict[str, FileFacts] = {}
        self.traces: dict[str, set[str]] = {}
        self.outlines: dict[str, tuple[str, str]] = {}
        self.others: dict[str, str] = {}

    def ask(self, traces: Mapping[str, Iterable[str]]) -> None:
        """Take in which names asked which."""
        for node, asked in traces.items():
            self.traces.setdefault(node, set()).update(asked)


class Store:
    """The file of one version and one project, or nothing where no cache is wanted or it can't be written."""

    def __init__(self, connection: sqlite3.Connection | None = None, path: Path | None = None) -> None:
        self._connection = connection
        self._stamps: dict[str, str] = {}
        self._number = 0
        self._begun = time.time_ns()
        self._path = None if path is None else os.fspath(path)
        self.shelf = Shelf(self._path)

    @classmethod
    def open(cls, directory: Path | None, scope: str = "") -> Store:
        """Open the store of a directory, or make a damaged one anew; `scope` tells stores of one version apart."""
        if directory is None:
            return cls()
        path = directory / f"check-{_version(scope)}.sqlite"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            if not any(directory.iterdir()):  # else it may be somebody's, with files that git should know
                (directory / ".gitignore").write_text("*\n")
            if not path.exists():
                _forget_oldest(directory)
            return cls(_connected(path), path)
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # a damaged one may tell its damage in damaged words
            return cls._anew(path)
        except OSError:
            # A directory that can't be written is no reason not to check.
            return cls()

    @classmethod
    def _anew(cls, path: Path) -> Store:
        try:
            _remove(path)
            return cls(_connected(path), path)
        except (OSError, sqlite3.DatabaseError):
            return cls()

    def _begin_anew(self) -> None:
        """Throw away what can't be believed, so that the next run has something to begin with again."""
        self.close()
        anew = self._anew(Path(self._path)) if self._path else Store()
        self._connection, self._number = anew._connection, 0  # noqa: SLF001  # another of our own

    def load(self, names: Mapping[str, str]) -> Known:
        """Everything that was kept, and what of it is still true of these files."""
        self._stamps = {path: found for path in names if (found := stamp(path))}
        known = Known()
        if self._connection is None:
            return known
        try:
            with _seeing_damage():
                self._number = self._run_number()
                rows = self._connection.execute("select module, state from others")
                known.others = {module: unsealed(state, module).decode() for module, state in rows}
                for row in self._connection.execute("select path, module, stamp, content, told, facts from files"):
                    self._take(known, names, *row)
        except sqlite3.OperationalError:
            return Known()
        except Damaged:
            self._begin_anew()
            return Known()
        return known

    def _run_number(self) -> int:
        assert self._connection is not None
        [number] = self._connection.execute("select coalesce(max(number), 0) from runs").fetchone()
        return int(number)

    def _take(  # noqa: PLR0913, PLR0917  # the columns of a row
        self, known: Known, names: Mapping[str, str], path: str, module: str, kept: str, content: str, *rest: Any
    ) -> None:
        told, facts = rest[0], unsealed(rest[1], path, module, content, rest[0])
        symbols, methods, awaited = _loaded(told)
        known.modules[path] = module
        known.reads[path] = Read(content, symbols, None, methods, awaited)
        if path not in names:
            if os.path.exists(path):  # noqa: PTH110  # as above
                known.is_partial = True
            else:
                known.gone.append(path)
        elif names[path] == module and self._is_same(known, path, kept, content):
            known.facts[path] = facts_from(_loaded(facts))

    def _is_same(self, known: Known, path: str, kept: str, content: str) -> bool:
        if kept == self._stamps.get(path):
            return True
        try:
            data = Path(path).read_bytes()
        except OSError:
            return False
        if digest(data) != content:
            return False
        known.restamped.append(path)
        return True

    def asked(self, nodes: Iterable[str] | None = None) -> Iterator[tuple[str, list[str]]]:
        """What nodes of the traces asked when they were resolved; of all nodes, or of those given.

        Raises `Damaged` where that can't be known any more.
        """
        if self._connection is None:
            return
        query = "select node, asked from traces"
        with _seeing_damage():
            if nodes is None:
                rows: Iterable[tuple[str, bytes]] = self._connection.execute(query)
            else:
                run = self._connection.execute
                rows = (row for one in nodes for row in run(f"{query} where node = ?", (one,)))
            for node, asked in rows:
                yield node, unsealed(asked, node).decode().split("\n")

    def save(
        self, results: Results, reads: Mapping[str, Read], names: Mapping[str, str], known: Known, outdated: set[str]
    ) -> None:
        """Write what is new, unless somebody else has written since: then theirs may not fit with ours."""
        if self._connection is None:
            return
        try:
            with _seeing_damage(), self._connection as connection:
                connection.execute("begin immediate")
                if self._run_number() != self._number:
                    return
                rows = [(path, at, sealed(text.encode(), path)) for path, (at, text) in results.outlines.items()]
                connection.executemany("insert or replace into outlines values (?, ?, ?)", rows)
                if not known.is_partial:
                    self._write(connection, results, reads, names, known, outdated)
        except Damaged:
            self._begin_anew()
        except (sqlite3.DatabaseError, UnicodeEncodeError):
            pass  # no room, no leave, or a path whose bytes are no UTF-8, which is no text for SQLite

    def _write(  # noqa: PLR0913, PLR0917  # as above
        self,
        connection: sqlite3.Connection,
        results: Results,
        reads: Mapping[str, Read],
        names: Mapping[str, str],
        known: Known,
        outdated: set[str],
    ) -> None:
        run = connection.executemany
        run("delete from files where path = ?", [(path,) for path in known.gone])
        run("delete from traces where node = ?", [(node,) for node in outdated])
        run("update files set stamp = ? where path = ?", [(self._stamp(path), path) for path in known.restamped])
        others = [(name, sealed(state.encode(), name)) for name, state in results.others.items()]
        run("insert or replace into others values (?, ?)", others)
        run("insert or replace into traces values (?, ?)", self._traces(results, outdated))
        run("insert or replace into files values (?, ?, ?, ?, ?, ?, ?)", self._files(results, reads, names))
        connection.execute("insert into runs values (?)", (self._number + 1,))

    def _traces(self, results: Results, outdated: set[str]) -> list[tuple[str, bytes]]:
        """What nodes asked, with what they asked for others in earlier runs; a file asks anew each time."""
        kept = [node for node in results.traces if node not in results.facts and node not in outdated]
        for node, asked in list(self.asked(kept)) if self._number else ():
            results.traces[node].update(asked)
        return [(node, sealed("\n".join(sorted(asked)).encode(), node)) for node, asked in results.traces.items()]

    def _files(
        self, results: Results, reads: Mapping[str, Read], names: Mapping[str, str]
    ) -> Iterator[tuple[object, ...]]:
        for path, facts in results.facts.items():
            read = reads[path]
            if not read.content:
                continue
            told = marshal.dumps((dict(read.symbols), dict(read.methods), list(read.awaited)))
            outline = read.outline or self.shelf.outline(path)
            kept = marshal.dumps(facts_to(facts))
            yield (
                path,
                names[path],
                self._stamp(path),
                read.content,
                told,
                None if outline is None else sealed(outline.encode(), path),
                sealed(kept, path, names[path], read.content, told),
            )

    def _stamp(self, path: str) -> str:
        found = self._stamps.get(path, "")
        return found if found and self._begun - int(found.split()[1]) > _RACY else ""

    def close(self) -> None:
        """Let go of the file."""
        self.shelf.close()
        if self._connection is not None:
            self._connection.close()


@contextlib.contextmanager
def _seeing_damage() -> Generator[None]:
    """Raise `Damaged` where a file is no database any more, or has what we would not have written."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        # What SQLite can't do just now has a code; that a text is none is said by the module without one.
        if isinstance(error, sqlite3.OperationalError) and hasattr(error, "sqlite_errorcode"):
            raise
        raise Damaged(str(error)) from error
    except UnicodeEncodeError:
        raise
    except (ValueError, EOFError, TypeError) as error:
        raise Damaged(str(error)) from error


def _loaded(data: bytes) -> Any:
    # What our own process wrote for itself is no danger, and this is the fastest way to read it.
    return marshal.loads(data)  # noqa: S302


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=20, isolation_level=None)
    try:
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=off")
        for table in _TABLES:
            connection.execute(f"create table if not exists {table}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def _forget_oldest(directory: Path) -> None:
    """Make room: every version and every project has a file of its own, and nobody else removes them."""
    kept = sorted(directory.glob("check-*.sqlite"), key=lambda one: one.stat().st_mtime, reverse=True)
    for path in kept[_MOST:]:
        _remove(path)


def _version(scope: str) -> str:
    """A name for all that decides what is found: the analyzer's own files, the Python that runs it, and the scope."""
    parts = [sys.version, scope]
    root = Path(__file__).parent
    for directory, _, files in sorted(os.walk(root)):
        parts += [f"{name}:{stamp(f'{directory}/{name}')}" for name in sorted(files) if name.endswith(".py")]
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()
