"""Short bodies that use what they are given, and a longer one with a parameter that was forgotten."""

import json


class Shelf:
    def __init__(self) -> None:
        self.books = {}

    async def find(self, title: str, year: int) -> str:  # expect: DUO201
        return self.books[title, year]

    async def written(self, title: str, *, indent: int = 2, is_sorted: bool = False) -> str:  # expect: DUO201
        found = self.books.get(title)
        if found is None:
            return "{}"
        found["title"] = title
        return json.dumps(found, indent=indent)


async def show(shelf: Shelf) -> None:
    print(await shelf.find("a", 1), await shelf.written("a"))
