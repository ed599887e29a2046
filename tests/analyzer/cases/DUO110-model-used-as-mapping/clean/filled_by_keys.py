"""The caller puts something under a key first, and so has a mapping there, whatever it is declared to be."""


class Parcel:
    def __init__(self, **fields: object) -> None:
        self.fields = fields


class Store:
    async def find(self, name: str) -> Parcel:
        return await self.ask(name)

    async def every(self) -> list[Parcel]:
        return await self.ask("*")

    async def ask(self, text): ...


async def weigh(store: Store) -> list[object]:
    parcel = await store.find("a")
    parcel["opened"] = True
    weights = [parcel["weight"], parcel.get("size")]
    for one in await store.every():
        one["opened"] = False
        weights.append(one["weight"])
    return weights
