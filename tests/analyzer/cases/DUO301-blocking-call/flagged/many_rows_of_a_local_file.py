"""How many rows are read or written nobody can tell, and all of a transaction is told once."""

import asyncio
import sqlite3


class Notes:
    def __init__(self, path: str) -> None:
        self.rows = sqlite3.connect(path)

    async def all(self) -> list[tuple[str]]:
        await asyncio.sleep(0)
        return self.rows.execute("SELECT text FROM notes WHERE name != ?", ("",)).fetchall()  # expect: DUO301

    async def show(self) -> None:
        await asyncio.sleep(0)
        cursor = self.rows.cursor()
        cursor.execute("SELECT text FROM notes LIMIT 10000")  # expect: DUO301
        for row in cursor:
            print(row)

    async def write(self, texts: dict[str, str]) -> None:
        await asyncio.sleep(0)
        with self.rows:
            for name, text in texts.items():
                self.rows.execute("INSERT INTO notes VALUES (?, ?)", (name, text))  # expect: DUO301
        with self.rows:
            self.rows.execute("DELETE FROM notes WHERE text = ''")  # expect: DUO301
            self.rows.execute("UPDATE notes SET text = trim(text)")
            self.rows.commit()
        await asyncio.sleep(0)

    async def count(self) -> int:
        await asyncio.sleep(0)
        return self.rows.execute("SELECT COUNT(*) FROM notes").fetchone()[0]  # expect: DUO301

    async def copy(self) -> None:
        await asyncio.sleep(0)
        self.rows.execute("INSERT INTO copies SELECT * FROM notes")  # expect: DUO301

    async def forget(self, kind: str, names: list[str]) -> None:
        await asyncio.sleep(0)
        with self.rows:
            self.rows.execute("DELETE FROM notes WHERE kind = ?", (kind,))  # expect: DUO301
        with self.rows:
            for name in names:
                self.rows.execute("DELETE FROM notes WHERE id = ?", (name,))  # expect: DUO301
