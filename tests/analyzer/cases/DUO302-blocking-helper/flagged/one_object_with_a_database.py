"""What a function asks of one object that asks a database is told once, and another object is told too."""

import asyncio

import psycopg


class Names:
    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection

    def find(self, name: str) -> str:
        return str(self.connection.execute("SELECT 1 WHERE name = %s", (name,)))

    def add(self, name: str) -> None:
        self.connection.execute("INSERT INTO names VALUES (%s)", (name,))


class Places(Names):
    def visit(self, place: str) -> None:
        self.connection.execute("UPDATE places SET visits = visits + 1 WHERE name = %s", (place,))


async def meet(names: Names, places: Places, name: str) -> None:
    if not names.find(name):  # expect: DUO302
        names.add(name)
    places.visit(name)  # expect: DUO302
    await asyncio.sleep(0)


async def leave(names: Names) -> None:
    names.add("nobody")  # expect: DUO302
    await asyncio.sleep(0)
