"""The list has models only, though dictionaries are put into another one beside it."""

import asyncio


class Parcel:
    def __init__(self, **fields: object) -> None:
        self.fields = fields

    @classmethod
    async def loaded(cls, rows) -> list["Parcel"]:
        await asyncio.sleep(0)
        seen: list[dict[str, object]] = []
        found: list[Parcel] = []
        for row in rows:
            seen.append(dict(row))
            found.append(cls(**row))
        print(seen)
        return found


async def weigh(rows) -> list[object]:
    return [parcel["weight"] for parcel in await Parcel.loaded(rows)]  # expect: DUO110
