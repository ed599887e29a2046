"""The list has dictionaries where the caller asks for them, whatever the function is declared to return."""

import asyncio
from typing import Union


class Parcel:
    def __init__(self, **fields: object) -> None:
        self.fields = fields

    @classmethod
    async def declared(cls, rows, raw: bool = False) -> list["Parcel"]:
        found: Union[list[Parcel], list[dict[str, object]]] = []
        async for row in rows:
            if raw:
                row = dict(row)
                found.append(row)
            else:
                found.append(cls(**row))
        return found

    @classmethod
    async def filled(cls, rows, raw: bool = False) -> list["Parcel"]:
        await asyncio.sleep(0)
        found = []
        for row in rows:
            if raw:
                found.append(dict(row))
            else:
                found.append(cls(**row))
        return found

    @classmethod
    async def written(cls, rows) -> list["Parcel"]:
        await asyncio.sleep(0)
        found: list = []
        for row in rows:
            found.append({"weight": row[0]})
        return found


async def weigh(rows) -> list[object]:
    weights = []
    for parcel in await Parcel.declared(rows, raw=True):
        weights.append(parcel["weight"])
    for parcel in await Parcel.filled(rows, raw=True):
        weights.append(parcel["weight"])
    return weights + [parcel["weight"] for parcel in await Parcel.written(rows)]
