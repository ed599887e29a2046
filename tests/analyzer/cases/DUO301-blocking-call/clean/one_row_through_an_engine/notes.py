"""One row is asked for, or written, in a local file, however it is reached."""

import asyncio

import sqlalchemy
from sqlalchemy.engine import Connection

table = sqlalchemy.table("notes")


async def text(connection: Connection, name: str) -> str:
    await asyncio.sleep(0)
    return connection.execute(sqlalchemy.select(table).where(table.c.name == name)).one().text


async def write(connection: Connection, name: str, text: str) -> None:
    await asyncio.sleep(0)
    statement = sqlalchemy.insert(table).values(name=name, text=text)
    connection.execute(statement)


async def write_by_table(connection: Connection, row: dict[str, str]) -> None:
    await asyncio.sleep(0)
    connection.execute(table.insert().values(row))
