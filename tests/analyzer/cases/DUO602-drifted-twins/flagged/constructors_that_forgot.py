"""Async constructors lack what they could take: a setting, and what is never filled by an await."""


class Oven:
    def __init__(self, heater, degrees: int = 180, gentle: bool = False) -> None:
        self.heater = heater
        self.degrees = degrees
        if gentle:
            self.degrees -= 20

    def bake(self, dough: str) -> str:
        return self.heater.bake(dough, self.degrees)


class AsyncOven:
    def __init__(self, heater, degrees: int = 180) -> None:  # expect: DUO602
        self.heater = heater
        self.degrees = degrees

    async def bake(self, dough: str) -> str:
        return await self.heater.bake(dough, self.degrees)


class Shelf:
    def __init__(self, room, label: str | None = None) -> None:
        self.room = room
        self.label = label

    def put(self, book: str) -> str:
        return self.room.put(book, self.label)


class AsyncShelf:
    def __init__(self, room) -> None:  # expect: DUO602
        self.room = room
        self.label = None

    async def put(self, book: str) -> str:
        return await self.room.put(book, self.label)
