"""One who calls the helper has a database in memory, and another one has not."""

import asyncio
import sqlite3

shelf = sqlite3.connect(":memory:")
cellar = sqlite3.connect("cellar.db")


def take_spoon(con: sqlite3.Connection, name: str) -> None:
    con.execute("UPDATE jars SET spoons = spoons - 1 WHERE name = ?", (name,))


async def eat(name: str) -> None:
    await asyncio.sleep(1)
    take_spoon(shelf, name)  # expect: DUO302


async def eat_at_home(name: str) -> None:
    await asyncio.sleep(1)
    take_spoon(cellar, name)  # may: DUO302
