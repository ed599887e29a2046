"""Functions whose result is used, and policies that are only called like callbacks, are no callbacks."""

from collections.abc import Awaitable, Callable


class Table:
    def rows(self, name: str, wanted: Callable[[str], bool] | None = None) -> list[str]:
        found = self.read(name)
        return found if wanted is None else [row for row in found if wanted(row)]

    def write(self, name: str, row: str, on_conflict: str = "fail") -> None:
        self.put(name, row, on_conflict)

    def follow(self, name: str, on_row=None) -> None:
        self.check(name)
        self.watch(name, on_row=on_row)
        self.begin(name)

    def sign(self, name: str) -> None:  # expect: DUO602
        self.put(name, name)


class AsyncTable:
    async def rows(self, name: str) -> list[str]:  # expect: DUO602
        return await self.read(name)

    async def write(self, name: str, row: str) -> None:  # expect: DUO602
        await self.put(name, row)

    async def follow(self, name: str, on_row=None) -> None:  # expect: DUO602
        await self.check(name)
        await self.watch(name)
        await self.begin(name)

    async def sign(self, name: str, key: Callable[[], Awaitable[str]] | None = None) -> None:
        await self.put(name, await key() if key is not None else name)
