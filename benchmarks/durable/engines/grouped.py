"""The floor with group commit: whoever finds nobody committing takes all waiting inserts into one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.engines.bare import connect
from benchmarks.durable.stamps import mark

Inserted = tuple[str, int, str]


def commit(connection: sqlite3.Connection, rows: list[Inserted]) -> None:
    """Write all rows in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)
    connection.execute("COMMIT")


class Queue:
    """Rows that wait for a commit; the first to come leads, and hands the lead to the first who has come meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.mutex = threading.Lock()
        self.waiting: list[Ticket] = []
        self.is_led = False

    def insert(self, row: Inserted) -> None:
        ticket = Ticket(row)
        with self.mutex:
            self.waiting.append(ticket)
            ticket.leads, self.is_led = not self.is_led, True
        if not ticket.leads:
            ticket.woken.acquire()
        if ticket.leads:
            self.lead()

    def lead(self) -> None:
        with self.mutex:
            batch, self.waiting = self.waiting, []
        commit(self.connection, [one.row for one in batch])
        with self.mutex:
            self.is_led = bool(self.waiting)
            heir = self.waiting[:1]
        for one in heir:
            one.leads = True
        for one in (*batch, *heir):
            one.woken.release()


class Ticket:
    def __init__(self, row: Inserted) -> None:
        self.row = row
        self.leads = False
        self.woken = threading.Semaphore(0)


class Grouped:
    def __init__(self, durability: str) -> None:
        self.durability = durability

    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        connection = connect(folder, self.durability)
        queue = Queue(connection)

        def run(name: str) -> None:
            for step in range(STEPS):
                queue.insert((name, step, str(mark(name))))

        with contextlib.closing(connection):
            yield run

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        connection = connect(folder, self.durability)
        loop = asyncio.get_running_loop()
        leader: asyncio.Task[None] | None = None
        waiting: list[tuple[Inserted, asyncio.Future[None]]] = []

        with contextlib.closing(connection), ThreadPoolExecutor(1) as writer:

            async def lead() -> None:
                while waiting:
                    batch = waiting.copy()
                    waiting.clear()
                    await loop.run_in_executor(writer, commit, connection, [one for one, _ in batch])
                    for _, other in batch:
                        other.set_result(None)
                    await asyncio.sleep(0)

            async def insert(row: Inserted) -> None:
                nonlocal leader
                done = loop.create_future()
                waiting.append((row, done))
                if leader is None or leader.done():
                    leader = loop.create_task(lead())
                await done

            async def run(name: str) -> None:
                for step in range(STEPS):
                    await insert((name, step, str(mark(name))))

            yield run


def engine(settings: str) -> Grouped:
    return Grouped(settings)
