"""SQLite is a local file: one row that is asked for by a condition, or written, is as quick as other work on files."""

import asyncio
import sqlite3


class Notes:
    def __init__(self, path: str) -> None:
        self.rows = sqlite3.connect(path)
        self.rows.execute("CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT)")

    async def text(self, name: str) -> str:
        await asyncio.sleep(0)
        found = self.rows.execute("SELECT text FROM notes WHERE name = ?", (name,)).fetchone()
        return found[0] if found else ""

    async def newest(self, table: str) -> str:
        await asyncio.sleep(0)
        cursor = self.rows.cursor()
        cursor.execute(f"select text from {table} order by time desc limit 1")
        found = cursor.fetchone()
        return found[0] if found else ""

    async def write(self, name: str, text: str) -> None:
        await asyncio.sleep(0)
        with self.rows:
            self.rows.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, text))
        self.rows.commit()

    async def change(self, name: str, text: str) -> None:
        await asyncio.sleep(0)
        self.rows.execute("UPDATE notes SET text = ? WHERE name = ?", (text, name))

    async def forget(self, name: str, number: int) -> None:
        await asyncio.sleep(0)
        self.rows.execute("DELETE FROM notes WHERE name = ? AND text != ''", (name,))
        with self.rows:
            self.rows.execute("DELETE FROM pages WHERE id = ?", (number,))


async def opened(path: str) -> Notes:
    await asyncio.sleep(0)
    return Notes(path)
