"""The floor: one insert and one commit per step on one connection, without a hash, a run or a session."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.stamps import mark


def connect(folder: Path, durability: str) -> sqlite3.Connection:
    """Open a file in WAL mode with one table of steps."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={durability}")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS steps (run TEXT, step INTEGER, result TEXT, PRIMARY KEY (run, step))"
    )
    return connection


class Bare:
    def __init__(self, durability: str) -> None:
        self.durability = durability

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        connection = connect(folder, self.durability)
        lock = threading.Lock()

        def insert(run: str, step: int, result: int) -> None:
            with lock:
                connection.execute("INSERT INTO steps VALUES (?, ?, ?)", (run, step, str(result)))

        def run(name: str) -> None:
            for step in range(STEPS):
                insert(name, step, mark(name))

        with contextlib.closing(connection):
            yield run

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        connection = connect(folder, self.durability)
        loop = asyncio.get_running_loop()

        def insert(run: str, step: int, result: int) -> None:
            connection.execute("INSERT INTO steps VALUES (?, ?, ?)", (run, step, str(result)))

        with contextlib.closing(connection), ThreadPoolExecutor(1) as writer:

            async def run(name: str) -> None:
                for step in range(STEPS):
                    await loop.run_in_executor(writer, insert, name, step, mark(name))

            yield run


def engine(settings: str) -> Bare:
    return Bare(settings)
