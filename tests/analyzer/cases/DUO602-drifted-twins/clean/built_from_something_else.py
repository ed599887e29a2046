"""What only one of two constructors requires is what its class is built from, and the other class from other things."""

import threading


class Market:
    def __init__(self, books, counter, stalls: int) -> None:  # the counter is the way that plain code pays
        self.books = books
        self.stalls = stalls
        self._counter = counter

    def buy(self, name: str) -> str:
        return self._counter.pay(self.books.price(name))

    def close(self) -> None:
        self._counter.close()


class AsyncMarket:
    def __init__(self, books, stalls: int) -> None:
        self.books = books
        self.stalls = stalls

    async def buy(self, name: str) -> str:
        return await self.books.pay(self.books.price(name))

    async def close(self) -> None:
        await self.books.close()


def summary(pages: list[str], find_author) -> str:
    return find_author(pages[-1]) if find_author else ""


class Story:
    def __init__(self, title: str, pages, find_author=None) -> None:
        self.title = title
        self.found: list[str] = []
        self.is_read = False
        self.longest = 0
        self.shortest = 0
        self._pages = pages
        self._find_author = find_author

    def read(self) -> str:
        for page in self._pages:
            self.found.append(page)
        return summary(self.found, self._find_author)

    def skip(self) -> None:
        next(self._pages)


class AsyncStory:
    def __init__(self, title: str, library) -> None:
        self.title = title
        self.found: list[str] = []
        self.is_read = False
        self.longest = 0
        self.shortest = 0
        self._library = library

    async def read(self) -> str:
        async for page in self._library.pages(self.title):
            self.found.append(page)
        return summary(self.found, find_author=getattr(self._library, "author_of", None))

    async def skip(self) -> None:
        await self._library.skip(self.title)


class Lamp:
    def __new__(cls, socket: str, bulb) -> "Lamp":
        lamp = super().__new__(cls)
        lamp.socket = socket
        lamp.bulb = bulb
        lamp.guard = threading.Lock()
        return lamp

    def shine(self) -> str:
        return self.bulb.shine(self.socket)


class AsyncLamp:
    def __new__(cls, socket: str) -> "AsyncLamp":
        lamp = super().__new__(cls)
        lamp.socket = socket
        return lamp

    async def shine(self) -> str:
        return self.socket
