"""What the methods of a class put into its containers tells what is in them."""

import asyncio
from collections import deque


class Index:
    async def delete(self) -> None:
        await asyncio.sleep(0)


class Folder:
    def delete(self) -> None:
        print("deleted")


class Store:
    def __init__(self) -> None:
        self.indexes = {}
        self.waiting = deque()
        self.all = []
        self.mixed = []

    def add(self, name: str, other) -> None:
        index = Index()
        self.indexes[name] = index
        self.waiting.append(index)
        self.all.append(Index())
        self.mixed.append(index)
        self.mixed.append(other)

    async def drop(self, name: str) -> None:
        self.indexes[name].delete()  # expect: DUO101
        if found := self.indexes.get(name):
            found.delete()  # expect: DUO101
        self.waiting.popleft().delete()  # expect: DUO101
        for one in self.all:
            one.delete()  # expect: DUO101
        for one in self.mixed:
            one.delete()
        await asyncio.sleep(0)


class Folders:
    def __init__(self) -> None:
        self.folders = {}

    def add(self, name: str) -> None:
        self.folders[name] = Folder()

    async def drop(self, name: str) -> None:
        await asyncio.sleep(0)
        self.folders[name].delete()
