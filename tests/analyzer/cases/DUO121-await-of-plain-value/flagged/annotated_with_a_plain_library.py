"""What is annotated with a class of a plain library is such an object, as those show who make it, or has no twin."""

import dataclasses
import pathlib
import sqlite3


async def mark(conn: sqlite3.Connection) -> None:
    await conn.execute("PRAGMA user_version = 1")  # expect: DUO121


async def mark_all(conn: sqlite3.Connection) -> None:
    await mark(conn)


class Store:
    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    async def clear(self) -> None:
        await self.conn.execute("DELETE FROM rows")  # expect: DUO121


@dataclasses.dataclass
class Record:
    conn: sqlite3.Connection

    async def remove(self) -> None:
        await self.conn.execute("DELETE FROM rows WHERE id = 1")  # expect: DUO121


async def main() -> None:
    conn = sqlite3.connect(":memory:")
    await conn.execute("CREATE TABLE rows (id)")  # expect: DUO121
    await mark_all(conn)
    await Store(conn).clear()
    await Record(conn).remove()


async def load(path: pathlib.Path) -> str:
    return await path.read_text()  # expect: DUO121
