"""A store with a database of its own on a local disk."""

import sqlite3


class Store:
    def __init__(self, path: str) -> None:
        self.rows = sqlite3.connect(path)

    def all(self) -> list[str]:
        return [row[0] for row in self.rows.execute("SELECT text FROM notes").fetchall()]

    def count(self) -> int:
        return int(self.rows.execute("SELECT COUNT(*) FROM notes").fetchone()[0])

    def drop(self, kind: str) -> None:
        self.rows.execute("DELETE FROM notes WHERE kind = ?", (kind,))


class Marks(Store):
    def sorted(self) -> list[str]:
        return sorted(row[0] for row in self.rows.execute("SELECT mark FROM marks").fetchall())
