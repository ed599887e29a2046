"""A function takes a parameter for its twin's sake, and raises for all but the value that it has by itself."""


class Shelf:
    def put(self, books: list[str], *, rows: int = 1, in_order: bool = True) -> int:
        """Put books on the shelf."""
        if rows != 1:
            raise NotImplementedError("a shelf is filled in one row")
        done = 0
        for book in books:
            done += self.push(book, in_order)
        return done

    def push(self, book: str, in_order: bool) -> int:
        print(book, in_order)
        return 1

    def name(self, short: bool = False) -> str:
        if short:
            message = "no short name"
            raise ValueError(message)
        return "shelf"


class AsyncShelf:
    async def put(self, books: list[str], *, rows: int = 4, in_order: bool = True) -> int:
        """Put books on the shelf."""
        done = 0
        for book in books[::rows]:
            done += await self.push(book, in_order)
        return done

    async def push(self, book: str, in_order: bool) -> int:
        print(book, in_order)
        return 1

    async def name(self, short: bool = True) -> str:
        return "s" if short else "shelf"
