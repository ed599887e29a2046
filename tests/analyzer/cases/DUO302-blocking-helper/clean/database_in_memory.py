"""A database that is kept in memory answers at once, whoever holds its connection or its cursor."""

import asyncio
import sqlite3


class Pool:
    _rows: sqlite3.Connection

    def __init__(self) -> None:
        self._rows = sqlite3.connect(":memory:")
        with self._rows:
            self._rows.execute("CREATE TABLE items(name BLOB, fee INT)")

    def size(self) -> int:
        with self._rows as rows:
            cursor = rows.execute("SELECT COUNT(*) FROM items")
            return cursor.fetchone()[0]

    def names(self) -> list[bytes]:
        return [row[0] for row in self._rows.execute("SELECT name FROM items").fetchall()]


def count(text: str) -> int:
    rows = sqlite3.connect(":memory:", isolation_level=None)
    rows.executescript(text)
    return rows.cursor().execute("SELECT COUNT(*) FROM items").fetchone()[0]


async def show(pool: Pool) -> None:
    print(pool.size(), pool.names(), count("CREATE TABLE items(name BLOB)"), Pool())
    await asyncio.sleep(0)


class Items:
    async def fee(self, name: str) -> int:
        await asyncio.sleep(0)
        return found.execute("SELECT fee FROM items WHERE name=?", (name,)).fetchone()[0]


if __name__ == "__main__":
    with sqlite3.connect(":memory:") as database:
        found = database.cursor()
        asyncio.run(show(Pool()))
