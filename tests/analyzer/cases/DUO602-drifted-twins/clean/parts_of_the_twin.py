"""The async class takes from its twin what has no color, and arguments have the names of their colors."""


def combined(steps, store, handler):
    return [*steps, store, handler]


async def async_combined(steps, async_store, handler):
    return [*steps, async_store, handler]


class Store:
    def save(self, row: dict[str, str]) -> None:
        self.rows.append(self.built(row))

    def find(self, name: str) -> dict[str, str]:
        row = self.table.find(name)
        return self.built(row)

    def drop(self, name: str) -> None:
        self.table.drop(name)

    def handler(self, store: object, steps: list[str]) -> list[object]:
        key = self.cache[0]
        if key != steps:
            self.cache = (steps, combined(handler=self.save, steps=steps, store=store))
        return self.cache[-1]

    @classmethod
    def built(cls, row: dict[str, str]) -> dict[str, str]:
        return {"name": row["name"]}


class AsyncStore:
    async def save(self, row: dict[str, str]) -> None:
        self.rows.append(Store.built(row))

    async def find(self, name: str) -> dict[str, str]:
        row = await self.table.find(name)
        return Store.built(row)

    async def drop(self, name: str) -> None:
        await self.table.drop(name)

    async def handler(self, async_store: object, steps: list[str]) -> list[object]:
        key = self.cache[0]
        if key != steps:
            self.cache = (steps, await async_combined(handler=self.save, steps=steps, async_store=async_store))
        return self.cache[-1]


class StoreChecks:
    def test_find(self, store: Store) -> None:
        assert store.find("a")

    def test_save(self, store: Store) -> None:
        store.save({"name": "a"})

    def test_drop(self, store: Store) -> None:
        store.drop("a")

    def test_names(self, store: Store) -> None:
        assert store.built({"name": "a"})


class AsyncStoreChecks:
    async def test_find(self, store: AsyncStore) -> None:
        assert await store.find("a")

    async def test_save(self, store: AsyncStore) -> None:
        await store.save({"name": "a"})

    async def test_drop(self, store: AsyncStore) -> None:
        await store.drop("a")
