"""What is annotated with a class of a plain library comes from its async twin, since all of its calls are awaited."""

import dataclasses
import queue
import sqlite3

from vendor_sdk import aiodb


async def mark(conn: sqlite3.Connection) -> None:
    await conn.execute("PRAGMA user_version = 1")


async def insert(cursor: sqlite3.Cursor | None = None) -> None:
    if cursor is not None:
        await cursor.execute("INSERT INTO rows VALUES (1)")


class Store:
    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    async def clear(self) -> None:
        await self.conn.execute("DELETE FROM rows")


@dataclasses.dataclass
class Record:
    conn: sqlite3.Connection

    async def remove(self) -> None:
        await self.conn.execute("DELETE FROM rows WHERE id = 1")


async def main() -> None:
    conn = await aiodb.connect("rows.db")
    await mark(conn)
    await insert(await conn.cursor())
    await Store(conn).clear()
    await Record(conn).remove()


async def drain(lines: queue.Queue[int]) -> int:
    return await lines.get()
