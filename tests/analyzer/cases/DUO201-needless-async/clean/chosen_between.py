"""A caller awaits one of several, by what it is given, and some of them wait for something."""

import asyncio


class Desk:
    def __init__(self) -> None:
        self.seen: list[str] = []

    async def handle(self, kind: str, text: str) -> None:
        if kind == "letter":
            await self.handle_letter(text)
        elif kind == "parcel":
            await self.handle_parcel(text)
        else:
            print(kind)

    async def handle_letter(self, text: str) -> None:
        self.seen.append(text)

    async def handle_parcel(self, text: str) -> None:
        await asyncio.sleep(0)
        self.seen.append(text)


async def open_near(name: str) -> str:
    return name.lower()


async def open_far(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def opened(name: str) -> str:
    match name.partition(":")[0]:
        case "near":
            return await open_near(name)
        case _:
            return await open_far(name)


class Shelf:
    def __init__(self) -> None:
        self.books: dict[str, str] = {}

    async def keep(self, name: str, text: str) -> None:
        if name in self.books:
            await self.update_book(name, text)
        else:
            await self.add_book(name, text)

    async def add_book(self, name: str, text: str) -> None:
        self.books[name] = text

    async def update_book(self, name: str, text: str) -> None:
        await asyncio.sleep(0)
        self.books[name] = text
