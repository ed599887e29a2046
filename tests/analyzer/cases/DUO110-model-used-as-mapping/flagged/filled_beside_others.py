"""Something is put into another object, or into this one later, and into what is read now nothing ever was."""


class Parcel:
    def __init__(self, **fields: object) -> None:
        self.fields = fields


class Store:
    async def find(self, name: str) -> Parcel:
        return await self.ask(name)

    async def ask(self, text): ...


async def weigh(store: Store) -> list[object]:
    first = await store.find("a")
    second = await store.find("b")
    first["opened"] = True
    return [second["weight"]]  # expect: DUO110


async def weigh_anew(store: Store) -> object:
    parcel = await store.find("a")
    parcel["opened"] = True
    parcel = await store.find("b")
    return parcel["weight"]  # expect: DUO110


async def weigh_first(store: Store) -> None:
    parcel = await store.find("a")
    print(parcel["weight"])  # expect: DUO110
    parcel["opened"] = True
