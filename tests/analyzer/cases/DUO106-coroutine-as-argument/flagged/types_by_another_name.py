"""A new name for a type is that type, as the annotation of a parameter and of what is given back."""

import asyncio
from typing import NewType

Seat = NewType("Seat", str)


class Row:
    async def close(self) -> None:
        await asyncio.sleep(0)


FirstRow = NewType("FirstRow", Row)
Rows = NewType("Rows", "list[Row]")


async def reserve(name: str) -> Seat:
    await asyncio.sleep(0)
    return Seat(name)


async def take(seat: Seat, name: str = "") -> None:
    await asyncio.sleep(0)


async def arrive(name: str) -> None:
    await take(reserve(name))  # expect: DUO106


async def arrive_early(seat: Seat | None, name: str) -> None:
    if seat is None:
        seat = reserve(name)  # expect: DUO104
    await take(seat, name=name)


def front(row: Row) -> FirstRow:
    return FirstRow(row)


async def leave(first: FirstRow, others: Rows) -> None:
    first.close()  # expect: DUO101
    front(Row()).close()  # expect: DUO101
    FirstRow(Row()).close()  # expect: DUO101
    for row in others:
        row.close()  # expect: DUO101
