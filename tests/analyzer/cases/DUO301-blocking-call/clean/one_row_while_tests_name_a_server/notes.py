"""The program has local files alone, whatever its tests name."""

import asyncio

import sqlalchemy
from sqlalchemy.engine import Connection

table = sqlalchemy.table("notes")


async def text(connection: Connection, name: str) -> str:
    await asyncio.sleep(0)
    return connection.execute(sqlalchemy.select(table).where(table.c.name == name)).one().text
