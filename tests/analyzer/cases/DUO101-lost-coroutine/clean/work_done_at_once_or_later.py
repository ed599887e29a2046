"""Helpers for both kinds of connection: they do their work at once, or give it to be awaited."""

import asyncio


class Connection:
    def execute(self, text: str) -> None:
        print(text)


class AsyncConnection:
    async def execute(self, text: str) -> None:
        await asyncio.sleep(0)


def insert(connection, title):
    if isinstance(connection, Connection):
        connection.execute(title)
    else:

        async def later():
            await connection.execute(title)

        return later()


def remove(connection, titles):
    with open("log") as log:
        if not isinstance(connection, Connection):
            return connection.execute(log.name)
        elif titles:
            for title in titles:
                connection.execute(title)
        else:
            connection.last = None


def test_at_once(connection):
    insert(connection, "atlas")
    remove(connection, ["atlas"])


async def test_later(connection):
    await insert(connection, "atlas")
    await remove(connection, ["atlas"])
