"""Nobody else waits while a test blocks."""

import sqlite3


def rows() -> list[str]:
    connection = sqlite3.connect(":memory:")
    return [row[0] for row in connection.execute("select 1")]


async def test_rows_are_there() -> None:
    assert rows()
