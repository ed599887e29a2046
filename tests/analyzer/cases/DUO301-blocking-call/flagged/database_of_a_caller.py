"""The module keeps a database in memory, and the function is given one that may be anywhere."""

import asyncio
import sqlite3

database = sqlite3.connect(":memory:")


async def named(database: sqlite3.Connection, name: str) -> None:
    await asyncio.sleep(0)
    database.execute("DELETE FROM items WHERE name=?", (name,))  # expect: DUO301
