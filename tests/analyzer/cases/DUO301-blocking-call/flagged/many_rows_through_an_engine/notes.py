"""How many rows there are nobody can tell, and one of a transaction that has more is told for all of it."""

import asyncio

import sqlalchemy
from sqlalchemy.engine import Connection

table = sqlalchemy.table("notes")


async def texts(connection: Connection) -> list[str]:
    await asyncio.sleep(0)
    return [row.text for row in connection.execute(sqlalchemy.select(table))]  # expect: DUO301


async def write(connection: Connection, names: list[str]) -> None:
    await asyncio.sleep(0)
    for name in names:
        connection.execute(sqlalchemy.insert(table).values(name=name))  # expect: DUO301


async def replace(connection: Connection, name: str) -> None:
    await asyncio.sleep(0)
    with connection:
        connection.execute(sqlalchemy.insert(table).values(name=name))
        connection.execute(sqlalchemy.delete(table).where(table.c.name != name))  # expect: DUO301
