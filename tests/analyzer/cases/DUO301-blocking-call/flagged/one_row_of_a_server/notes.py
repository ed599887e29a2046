"""One row of a database that is elsewhere waits for the network."""

import asyncio

import sqlalchemy
from sqlalchemy.engine import Connection

table = sqlalchemy.table("notes")


async def text(connection: Connection, name: str) -> str:
    await asyncio.sleep(0)
    return connection.execute(sqlalchemy.select(table).where(table.c.name == name)).one().text  # expect: DUO301
