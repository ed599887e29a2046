"""The async class sets up at the beginning of its methods what the other does in its constructor, which can't await."""


class Shelf:
    def __init__(self, disk) -> None:
        self.disk = disk
        self.disk.make("shelf")

    def write(self, name: str, text: str) -> None:
        """Write a book."""
        path = self.disk.path(name)
        if not path:
            raise ValueError(name)
        self.disk.write(path, text)

    def read(self, name: str) -> str:
        path = self.disk.path(name)
        if not path:
            raise ValueError(name)
        return self.disk.read(path)

    def remove(self, name: str) -> None:
        path = self.disk.path(name)
        if not path:
            raise ValueError(name)
        self.disk.remove(path)

    def names(self, start: str) -> None:
        print(sorted(self.disk.all(start)))

    def copy(self, name: str) -> str:
        self.disk.copy(name, f"{name}-2")
        return self.disk.read(name)


class AsyncShelf:
    def __init__(self, disk) -> None:
        self.disk = disk

    async def _prepare(self) -> None:
        await self.disk.make("shelf")

    async def write(self, name: str, text: str) -> None:
        """Write a book."""
        await self._prepare()
        path = await self.disk.path(name)
        if not path:
            raise ValueError(name)
        await self.disk.write(path, text)

    async def read(self, name: str) -> str:
        await self._prepare()
        path = await self.disk.path(name)
        if not path:
            raise ValueError(name)
        return await self.disk.read(path)

    async def remove(self, name: str) -> None:
        await self._prepare()
        path = await self.disk.path(name)
        if not path:
            raise ValueError(name)
        await self.disk.remove(path)

    async def names(self, start: str) -> None:
        await self._prepare()
        found = []
        async for path in self.disk.all():
            found.append(path)
        print([one for one in found if one.startswith(start)])

    async def copy(self, name: str) -> str:
        await self._prepare()
        text = await self.read(name)
        await self.write(f"{name}-2", text)
        return text
