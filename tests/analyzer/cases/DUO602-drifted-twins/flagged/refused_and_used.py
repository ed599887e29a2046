"""What a function raises for is only a limit where it does something with the value, or takes what its twin begins with."""


class Shelf:
    def put(self, books: list[str], rows: int = 1) -> int:  # either: DUO602
        if rows > 9:
            raise ValueError(rows)
        return sum(self.push(book, rows) for book in books)

    def push(self, book: str, rows: int) -> int:
        print(book, rows)
        return 1


class AsyncShelf:
    async def put(self, books: list[str], rows: int = 4) -> int:  # either: DUO602
        if rows > 9:
            raise ValueError(rows)
        return sum([await self.push(book, rows) for book in books])

    async def push(self, book: str, rows: int) -> int:
        print(book, rows)
        return 1
