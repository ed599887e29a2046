"""The log: append-only events, hash-chained for each session, in memory, in one SQLite file, or in PostgreSQL."""

from __future__ import annotations

from duotone.runtime.log.faces import AsyncLog, Log, Place
from duotone.runtime.log.memory import MemoryStore
from duotone.runtime.log.rows import Names, PromiseRow, RunRow, Selection, SessionRow, Snapshot, Tally
from duotone.runtime.log.sqlite import Durability, SqliteStore
from duotone.runtime.log.store import Settled, Store

__all__ = [
    "AsyncLog",
    "Durability",
    "Log",
    "MemoryStore",
    "Names",
    "Place",
    "PromiseRow",
    "RunRow",
    "Selection",
    "SessionRow",
    "Settled",
    "Snapshot",
    "SqliteStore",
    "Store",
    "Tally",
]
