"""A log brought to another place, whole or not at all: ids, times, hashes and all that is derived go along.

1. Nothing is written before the log was verified, and is driven by nobody.
2. What is written can be seen by others only once it was verified where it is, and is the same row by row.
3. The log itself is only looked at. If it has gone on meanwhile, nothing is kept of the copy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from duotone.errors import LogCorrupt, LogDriven
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.chain import Damage
from duotone.runtime.log.owners import Owners
from duotone.runtime.log.reading import asked, looked_at
from duotone.runtime.log.receiving import COPIED, Receiver, receiving_file, refuse_file
from duotone.runtime.log.schema import tables_of
from duotone.runtime.log.tables import Askable
from duotone.runtime.log.verify import Progress, verify

__all__ = ["Migrated", "Migration", "OnProgress"]

OnProgress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, and with how many of how many events that is done."""

_ROWS: Final = 1_000
_BYTES: Final = 1 << 20
"""So many rows, or so much text, are written in one piece at most."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """What was brought to another place."""

    events: int
    sessions: int
    runs: int
    promises: int
    last: int
    """The id of the last event."""


class Migration:
    """One log on its way: ``Migration(Path("app.db"), Address("postgresql://…")).carry_out()``."""

    def __init__(self, source: Path | Address, target: Path | Address, on_progress: OnProgress | None = None) -> None:
        self.source = source
        self.target = target
        self.damages: list[Damage] = []
        """What is wrong with the log, if that is why nothing was done."""
        self._on_progress = on_progress
        self._digests: dict[str, tuple[int, str]] = {}

    def carry_out(self) -> Migrated:
        """Bring the log to its new place.

        Raises `LogNotEmpty`, `LogDriven`, `LogUnmovable`, `LogCorrupt` for a log that doesn't verify, `LogTooNew`, and
        whatever is in the way of reading or writing; nothing was changed then.
        """
        self._refuse_driven()
        self._refuse_target()
        self.damages = verify(self.source, self._progress("verify"))
        self._refuse_damaged(self.source, self.damages)
        with asked(self.source) as rows, self._receiving() as receiver:
            if isinstance(rows, sqlite3.Connection):
                rows.text_factory = str
            last = self._copy(rows, receiver)
            self._refuse_damaged(self.target, receiver.damage(self._progress("verify the copy")))
            self._compare(receiver)
            if self._refuse_driven() != last:
                raise LogDriven(str(self.source), ())
        counts = {table: count for table, (count, _) in self._digests.items()}
        return Migrated(counts["events"], counts["heads"], counts["runs"], counts["outbox"], last)

    def _progress(self, what: str) -> Progress | None:
        return None if self._on_progress is None else partial(self._on_progress, what)

    # -- refuse ---------------------------------------------------------------------------------------------------

    def _refuse_driven(self) -> int:
        """Return the id of the last event; raises `LogDriven` if somebody drives runs of the log."""
        with looked_at(self.source) as view:
            last = view.last()
        owners = _living(self.source)
        if owners:
            raise LogDriven(str(self.source), owners)
        return last

    def _refuse_target(self) -> None:
        if isinstance(self.target, Path):
            refuse_file(self.target)
            return
        from duotone.runtime.log.postgres.receiving import refuse_content  # noqa: PLC0415  # many have none

        refuse_content(self.target)

    def _refuse_damaged(self, place: Path | Address, damages: Iterable[Damage]) -> None:
        for damage in damages:
            raise LogCorrupt(str(place), damage.where, damage.reason)

    # -- copy -----------------------------------------------------------------------------------------------------

    def _receiving(self) -> AbstractContextManager[Receiver]:
        if isinstance(self.target, Path):
            return receiving_file(self.target)
        from duotone.runtime.log.postgres.receiving import receiving  # noqa: PLC0415  # as above

        return receiving(self.target)

    def _copy(self, source: Askable, receiver: Receiver) -> int:
        """Copy all rows, and return the id of the last event."""
        last, at = 0, 0.0
        [total] = source.execute("select count(*) from events").fetchone()
        progress, done = self._progress("copy"), 0
        for table in _tables_in(source):
            digest = _Digest()
            for rows in _pieces(digest.over(source.execute(_all_of(table)))):
                receiver.put(table, rows)
                if table == "events":
                    last, at, done = rows[-1][0], max(at, *(row[4] for row in rows)), done + len(rows)
                    if progress is not None:
                        progress(done, total)
            self._digests[table] = digest.found
        receiver.finish(last, at)
        return last

    def _compare(self, receiver: Receiver) -> None:
        """Compare what is there with what was copied.

        Events are compared by the heads of their sessions: the chain that ends in them was verified on both sides.
        """
        for table, found in self._digests.items():
            if table == "events":
                continue
            digest = _Digest()
            for _ in digest.over(receiver.execute(_all_of(table))):
                pass
            if digest.found != found:
                raise LogCorrupt(str(self.target), f"table {table}", "it is not what was copied")


class _Digest:
    """Counts rows that pass, and makes one digest of them."""

    def __init__(self) -> None:
        self._count = 0
        self._hash = sha256()

    def over(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Yield rows as they are."""
        for row in rows:
            self._count += 1
            self._hash.update(repr(tuple(row)).encode())
            yield row

    @property
    def found(self) -> tuple[int, str]:
        """How many have passed, and their digest."""
        return self._count, self._hash.hexdigest()


def _living(place: Path | Address) -> list[str]:
    """Return who drives runs of a log."""
    if isinstance(place, Path):
        return Owners(str(place)).living()
    from duotone.runtime.log.postgres.looking import owners_of  # noqa: PLC0415  # many have none

    return owners_of(place)


def _tables_in(source: Askable) -> list[str]:
    """Return the tables that a log has: an older file may lack some, which are empty then."""
    if not isinstance(source, sqlite3.Connection):
        return list(COPIED)
    [version] = source.execute("pragma user_version").fetchone()
    return [table for table in COPIED if table in tables_of(version)]


def _all_of(table: str) -> str:
    columns = COPIED[table]
    return f"select {', '.join(columns)} from {table} order by {columns[0]}"  # noqa: S608  # the names are our own


def _pieces(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Yield rows in lists that are neither long nor large."""
    piece: list[tuple[Any, ...]] = []
    size = 0
    for row in rows:
        piece.append(row)
        size += sum(len(value) for value in row if isinstance(value, str))
        if len(piece) >= _ROWS or size >= _BYTES:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece
