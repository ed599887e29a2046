"""Helpers are given the one connection of the module, to a database in memory, by everybody who calls them."""

import asyncio
import sqlite3


def fill(shelf: sqlite3.Connection) -> None:
    shelf.execute("CREATE TABLE jars (name TEXT, spoons INTEGER)")


shelf = sqlite3.connect(":memory:")
fill(shelf)


def take_spoon(shelf: sqlite3.Connection, name: str) -> None:
    cursor = shelf.cursor()
    try:
        cursor.execute("UPDATE jars SET spoons = spoons - 1 WHERE name = ?", (name,))
    finally:
        cursor.close()


async def eat(con: sqlite3.Connection, name: str) -> None:
    while True:
        await asyncio.sleep(1)
        take_spoon(con, name)


async def main() -> None:
    await eat(con=shelf, name="honey")
    take_spoon(shelf, "jam")
